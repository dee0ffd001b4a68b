export { Translations } from "./Translations";
