export { View } from "./View";
