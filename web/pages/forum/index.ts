export { Forum } from "./Forum";
export { Forums } from "./Forums";
export { History } from "./History";
export { Post } from "./Post";
