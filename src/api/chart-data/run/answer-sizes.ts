import { t } from "../../../i18n/translate.ts";
import { typedError } from "../../../model/errors.ts";
import { currentUserKey } from "../../../server/fair-share.ts";
import type { Context } from "../../../server/http/route.ts";

const MB = 1_000_000;
const MAX_ANSWER_BYTES = 64 * MB;
const MAX_UNSENT_BYTES = 256 * MB;
const UNSENT_RETRY_SECONDS = 5;

export function assertAnswerSize(bytes: number): void {
  if (bytes <= MAX_ANSWER_BYTES) return;
  const limit = MAX_ANSWER_BYTES / MB;
  const message = t(
    "The result is larger than {limit, number} MB. Request fewer rows or columns, or download it as CSV.",
    { limit },
  );
  throw typedError("RESULT_TOO_LARGE_ERROR", message, { status: 400 });
}

/**
 * Counts a request's unsent answers until the returned function is called or the request ends. Throws 429 over the
 * user's limit: a client that doesn't read would fill the memory.
 */
export function unsentAnswers({ app, reply }: Pick<Context, "app" | "reply">): (bytes: number) => () => void {
  const unsent = app.once(createUnsent);
  const person = currentUserKey();
  let own = 0;
  const change = (bytes: number) => {
    own += bytes;
    const all = (unsent.get(person) ?? 0) + bytes;
    if (all > 0) unsent.set(person, all);
    else unsent.delete(person);
  };
  let isEnded = false;
  reply.raw.once("close", () => {
    isEnded = true;
    change(-own);
  });
  return (bytes) => {
    const before = unsent.get(person) ?? 0;
    if (before > 0 && before + bytes > MAX_UNSENT_BYTES) {
      const message = t("Too many large results are still being sent to you. Try again when they finish loading.");
      throw typedError("RESULT_TOO_LARGE_ERROR", message, { status: 429, retryAfterSeconds: UNSENT_RETRY_SECONDS });
    }
    change(bytes);
    return () => {
      if (!isEnded) change(-bytes);
    };
  };
}

const createUnsent = () => new Map<string, number>();
