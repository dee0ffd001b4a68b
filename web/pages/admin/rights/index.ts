export { Group } from "./Group";
export { Groups } from "./Groups";
