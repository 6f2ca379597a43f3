import type { App } from "../../server/app.ts";
import { AnswerCache } from "../../server/cache/answer-cache.ts";
import type { Notification } from "../../server/delivery/notification.ts";

/** The first picture of the last message that was sent, stored in the cache: it may be evicted. */

const MB = 1024 * 1024;
const MAX_BYTES = 2 * MB;
const POOL_BYTES = 16 * MB;
const STORED_SECONDS = 30 * 24 * 60 * 60;

const cache = (app: App) => new AnswerCache(app, POOL_BYTES);
const keyOf = (reportId: number) => `sent-picture:${reportId}`;

/** An empty entry says that the last message had no picture, or one too large to store. */
export function storeSentPicture(app: App, reportId: number, { pictures }: Pick<Notification, "pictures">) {
  const [first] = pictures;
  const isStored = first?.type === "image/png" && first.bytes.length <= MAX_BYTES;
  return app.once(cache).set(keyOf(reportId), Buffer.from(isStored ? first.bytes : []), STORED_SECONDS);
}

export async function sentPicture(app: App, reportId: number): Promise<Buffer | undefined> {
  const found = await app.once(cache).get(keyOf(reportId));
  return found?.length ? found : undefined;
}
