import { z } from "zod";
import { operation } from "../../model/operation.ts";

export const read = operation({
  id: "dynamicPlugin.read",
  method: "GET",
  path: "/dynamic-plugins/api/read",
  summary: "Chart types that browsers load from elsewhere; always empty, as pages run only their own scripts",
  response: z.object({
    count: z.number(),
    ids: z.array(z.number()),
    result: z.array(z.object({ name: z.string(), key: z.string(), bundle_url: z.string() })),
  }),
});
