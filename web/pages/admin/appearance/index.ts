export { Appearance } from "./Appearance";
export { MenuEditor } from "./MenuEditor";
