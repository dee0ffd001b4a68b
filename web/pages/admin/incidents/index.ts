export { Incident } from "./Incident";
export { Incidents } from "./Incidents";
