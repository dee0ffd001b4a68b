import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["**/*.test.{ts,tsx}"],
    exclude: ["node_modules"],
    environment: "node",
    css: { include: /theme\/(theme|base)\.css/ },
  },
});
