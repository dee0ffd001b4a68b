export { Bookmarks } from "./Bookmarks";
export { NoticeSettings } from "./NoticeSettings";
export { Notifications } from "./Notifications";
export { Profile } from "./Profile";
export { Unsubscribe } from "./Unsubscribe";
