export { Write } from "./Write";
