export { SeriesList } from "./SeriesList";
