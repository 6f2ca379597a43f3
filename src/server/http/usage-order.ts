import { lastViewed, type ViewedNoun, viewCount, viewsSince } from "../store/views.ts";
import type { OrderColumn } from "./resource-list.ts";
import type { Context } from "./route.ts";

/** Only for those who may read the usage itself. */
export function usageOrder(noun: ViewedNoun): Record<"views" | "last_viewed", OrderColumn> {
  const id = `${noun}s.id`;
  const isAllowed = ({ user }: Context) => !user.isAnonymous && !user.guest;
  return {
    views: (ctx) => (isAllowed(ctx) ? viewCount(noun, id, viewsSince(ctx.app.clock)) : undefined),
    last_viewed: (ctx) => (isAllowed(ctx) ? lastViewed(noun, id) : undefined),
  };
}
