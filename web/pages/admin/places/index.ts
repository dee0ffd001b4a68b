export { Place } from "./Place";
export { Places } from "./Places";
