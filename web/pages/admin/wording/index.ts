export { Wording } from "./Wording";
