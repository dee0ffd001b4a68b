export { Health } from "./Health";
