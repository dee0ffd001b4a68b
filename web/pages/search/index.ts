export { Search } from "./Search";
