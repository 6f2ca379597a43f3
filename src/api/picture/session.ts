import { digestOf } from "../../server/auth/digest.ts";
import { endSession, SESSION_COOKIE, startSession } from "../../server/auth/sessions.ts";
import type { PicturePlan } from "../../server/pictures/pictures.ts";
import type { Actor } from "../../server/store/stamp.ts";

/** The page is opened by who asks for its picture, in a session that lasts as long as that; visitors have none. */
export function pageSession({ app, user }: Actor): PicturePlan["session"] {
  let token: string | undefined;
  return {
    open: async () => {
      if (user.id <= 0) return undefined;
      token = await startSession(app, user.id);
      return { name: SESSION_COOKIE, value: token };
    },
    close: async () => {
      if (token !== undefined) await endSession(app, { tokenHash: digestOf(token), userId: user.id });
      token = undefined;
    },
  };
}
