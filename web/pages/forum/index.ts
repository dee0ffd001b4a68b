export { Post } from "./Post";
