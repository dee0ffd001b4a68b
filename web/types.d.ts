declare module "react-dom-render-to-string" {
  export { renderToString } from "react-dom/server";
}
declare module "core-js/web/*";
