import type { App } from "./app.ts";

/** How long another server's change may go unnoticed where it is not heard of, milliseconds. */
const MAX_AGE_MS = 5000;

/** Whether what was read from the store at that time need not be read again. A store in a file has one server, which hears of all. */
export const stillHolds = ({ dialect, clock }: App, sinceMs: number): boolean =>
  dialect === "sqlite" || clock.now() - sinceMs < MAX_AGE_MS;
