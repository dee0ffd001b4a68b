export { Barriers } from "./Barriers";
export { Group } from "./Group";
export { Groups } from "./Groups";
export { StaffLog } from "./StaffLog";
