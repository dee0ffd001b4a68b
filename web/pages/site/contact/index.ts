export { About } from "./About";
export { Contact } from "./Contact";
