export { Newsletter } from "./Newsletter";
