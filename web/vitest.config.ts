import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // Shared machines are slow at times; no test is about speed.
    testTimeout: 60_000,
    include: ["**/*.test.{ts,tsx}"],
    exclude: ["node_modules"],
    environment: "node",
    css: { include: /\.css\?raw$/ },
  },
});
