export { About } from "./About";
export { Contact } from "./Contact";
export { Home } from "./Home";
export { SitePage } from "./SitePage";
