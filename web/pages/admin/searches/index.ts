export { Searches } from "./Searches";
