export { Edit } from "./Edit";
