export { Reviews } from "./Reviews";
