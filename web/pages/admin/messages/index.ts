export { FailedMessages } from "./FailedMessages";
export { ServiceMessages } from "./ServiceMessages";
