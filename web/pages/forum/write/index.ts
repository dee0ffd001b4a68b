export { NewPost } from "./NewPost";
