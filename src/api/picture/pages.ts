import { digestOf } from "../../server/auth/digest.ts";
import { endSession, SESSION_COOKIE, startSession } from "../../server/auth/sessions.ts";
import type { PicturePlan } from "../../server/pictures/pictures.ts";
import type { Actor } from "../../server/store/stamp.ts";

export type Noun = "chart" | "dashboard";

export function pageOf({ noun, id }: { noun: Noun; id: number }, query: Record<string, string> = {}): string {
  const search =
    noun === "chart"
      ? new URLSearchParams({ slice_id: `${id}`, standalone: "1", ...query })
      : new URLSearchParams({ standalone: "3", show_filters: "0", ...query });
  return noun === "chart" ? `/explore/?${search}` : `/superset/dashboard/${id}/?${search}`;
}

/** Opens the page as the caller, in a session that lasts for the screenshot; anonymous users have none. */
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
