export { Board } from "./board/Board";
export { Calendars } from "./Calendars";
export { CheckIn } from "./CheckIn";
export { NowServing } from "./NowServing";
export { Report } from "./Report";
