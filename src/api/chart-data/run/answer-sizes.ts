import { typedError } from "../../../model/errors.ts";
import { currentUserKey } from "../../../server/fair-share.ts";
import type { Context } from "../../../server/http/route.ts";

const MB = 1_000_000;
/** JSON of one query's rows. */
const MAX_ANSWER_BYTES = 64 * MB;
/** Unsent answers per user. */
const MAX_HELD_BYTES = 256 * MB;

export function assertAnswerFits(bytes: number): void {
  if (bytes <= MAX_ANSWER_BYTES) return;
  const limit = MAX_ANSWER_BYTES / MB;
  const message = `The result is larger than ${limit} MB. Request fewer rows or columns, or download it as CSV.`;
  throw typedError("RESULT_TOO_LARGE_ERROR", message, { status: 400 });
}

/**
 * Counts a request's unsent answers until the returned function is called or the request ends. Throws 429 over the
 * user's limit: a client that doesn't read would fill the memory.
 */
export function heldAnswers({ app, reply }: Pick<Context, "app" | "reply">): (bytes: number) => () => void {
  const held = app.once(createHeld);
  const person = currentUserKey();
  let own = 0;
  const change = (bytes: number) => {
    own += bytes;
    const all = (held.get(person) ?? 0) + bytes;
    if (all > 0) held.set(person, all);
    else held.delete(person);
  };
  let isEnded = false;
  reply.raw.once("close", () => {
    isEnded = true;
    change(-own);
  });
  return (bytes) => {
    const before = held.get(person) ?? 0;
    if (before > 0 && before + bytes > MAX_HELD_BYTES) {
      const message = "Too many large results are waiting to be sent to you. Try again when they have arrived.";
      throw typedError("RESULT_TOO_LARGE_ERROR", message, { status: 429 });
    }
    change(bytes);
    return () => {
      if (!isEnded) change(-bytes);
    };
  };
}

const createHeld = () => new Map<string, number>();
