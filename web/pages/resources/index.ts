export { Resources } from "./Resources";
