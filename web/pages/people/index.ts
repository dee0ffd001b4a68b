export { Directory } from "./Directory";
export { Following } from "./Following";
export { Person } from "./Person";
