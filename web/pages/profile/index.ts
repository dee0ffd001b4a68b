export { Notifications } from "./Notifications";
export { Profile } from "./Profile";
