export { Privacy } from "./Privacy";
