export { Answer } from "./Answer";
export { View } from "./View";
