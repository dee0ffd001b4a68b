export { About } from "./About";
export { Contact } from "./Contact";
export { Home } from "./home/Home";
export { SitePage } from "./SitePage";
