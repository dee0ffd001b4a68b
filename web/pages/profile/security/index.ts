export { Security } from "./Security";
