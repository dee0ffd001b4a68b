export { About } from "./About";
export { Home } from "./home/Home";
export { SitePage } from "./SitePage";
