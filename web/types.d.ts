declare module "react-dom-render-to-string" {
  export { renderToString } from "react-dom/server";
}
declare module "core-js/web/*";
declare module "*.json?desk" {
  const texts: Record<string, string>;
  // biome-ignore lint/style/noDefaultExport: JSON modules have no other.
  export default texts;
}
