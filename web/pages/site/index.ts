export { Home } from "./home/Home";
export { SitePage } from "./SitePage";
