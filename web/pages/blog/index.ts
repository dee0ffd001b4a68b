export { Article } from "./Article";
export { Blog } from "./Blog";
