export { Appearance } from "./Appearance";
