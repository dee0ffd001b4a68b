export { Conversation } from "./Conversation";
export { Conversations } from "./Conversations";
