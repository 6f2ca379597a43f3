import { z } from "zod";
import { type OperationResult, operation } from "../../model/operation.ts";

const LARGEST_ID = 2 ** 31 - 1;

export const usage = operation({
  id: "log.usage",
  method: "GET",
  path: "/api/v1/log/usage/",
  summary: "How often all users viewed dashboards or opened charts in the last 30 days, of those the caller can see",
  q: z.strictObject({
    type: z.enum(["dashboard", "chart"]),
    ids: z.array(z.number().int().min(1).max(LARGEST_ID)).max(100),
  }),
  response: z.object({
    result: z.array(
      z.object({
        id: z.number(),
        views: z.number(),
        /** The count stops at 10,000. */
        has_more: z.boolean(),
        /** Signed-in users among the counted views. */
        viewers: z.number(),
        /** The latest view of all time. */
        last_viewed_utc: z.string().nullable(),
      }),
    ),
  }),
});
export type Usage = OperationResult<typeof usage>["result"][number];
