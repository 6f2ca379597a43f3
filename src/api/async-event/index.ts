export { ensureChannel } from "./channel.ts";
export { asyncEvents } from "./routes.ts";
