export { Board } from "./board/Board";
export { CheckIn } from "./CheckIn";
export { NowServing } from "./NowServing";
export { Report } from "./Report";
