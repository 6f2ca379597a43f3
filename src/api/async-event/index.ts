export { ensureChannel } from "./channel.ts";
export { asyncEvents, canReadEvents as hearsEvents } from "./routes.ts";
