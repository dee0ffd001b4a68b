export { Editor } from "./Editor";
export { Pages } from "./Pages";
