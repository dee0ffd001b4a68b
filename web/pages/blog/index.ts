export { Article } from "./Article";
export { Blog } from "./Blog";
export { Series } from "./Series";
