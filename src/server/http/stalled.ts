import type { ServerResponse } from "node:http";

/**
 * How long a client may take nothing of an answer that is made while it is sent. Such an answer holds a connection to a
 * database, of which there are few: who stops reading would keep others from theirs. Waiting for the database counts not.
 */
export const STALLED_AFTER_MS = 60_000;

/** Ends the connection of an answer when its client has taken none of the bytes that wait for it for so long. */
export function endWhenStalled(answer: ServerResponse, afterMs = STALLED_AFTER_MS): void {
  const look = () => {
    if (answer.writableLength > 0) answer.destroy();
    else answer.setTimeout(afterMs);
  };
  // Node counts anew whenever a part of what it has written is taken.
  answer.setTimeout(afterMs, look);
}
