import { z } from "zod";
import { operation } from "../../model/operation.ts";

const Entry = z.object({ timeRange: z.string(), shift: z.string().nullish() });

export const getTimeRange = operation({
  id: "getTimeRange",
  method: "GET",
  path: "/api/v1/time_range/",
  summary: "Resolve time range texts to bounds",
  q: z.union([z.string(), z.array(Entry)]),
  response: z.object({
    result: z.array(
      z.object({
        since: z.string(),
        until: z.string(),
        timeRange: z.string(),
        shift: z.string().nullish(),
      }),
    ),
  }),
});
