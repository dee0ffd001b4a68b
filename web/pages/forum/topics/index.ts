export { Forum } from "./Forum";
export { Forums } from "./Forums";
export { Topics } from "./Topics";
