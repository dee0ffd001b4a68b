export { CommentEntries } from "./entry/CommentEntries";
export { Post } from "./Post";
