export { Bookmarks } from "./Bookmarks";
export { Notifications } from "./Notifications";
export { Profile } from "./Profile";
