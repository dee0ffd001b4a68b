export { CommentEntries } from "./entry/CommentEntries";
export { Post } from "./Post";
export { LiveComments } from "./post/LiveComments";
