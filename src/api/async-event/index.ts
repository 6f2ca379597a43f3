export { ensureChannel } from "./channel.ts";
export { asyncEvents, hearsEvents } from "./routes.ts";
