export { ServiceMessages } from "./ServiceMessages";
