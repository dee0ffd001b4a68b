export { Book } from "./Book";
export { Service } from "./Service";
export { View } from "./View";
