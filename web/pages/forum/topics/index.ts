export { Forum } from "./Forum";
export { Forums } from "./Forums";
