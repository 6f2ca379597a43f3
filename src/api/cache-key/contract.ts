import { z } from "zod";
import { operation } from "../../model/operation.ts";

export const invalidate = operation({
  id: "cachekey.invalidate",
  method: "POST",
  path: "/api/v1/cachekey/invalidate",
  summary: "Invalidate the cached results of datasets, named by `7__table` or by their place",
  body: z.strictObject({
    datasource_uids: z.array(z.string()).max(1000).optional(),
    datasources: z
      .array(
        z.strictObject({
          database_name: z.string().nullish(),
          datasource_name: z.string().nullish(),
          catalog: z.string().nullish(),
          schema: z.string().nullish(),
          datasource_type: z.enum(["table", "dataset", "query", "saved_query", "view"]),
        }),
      )
      .max(1000)
      .optional(),
  }),
  response: z.strictObject({}),
  status: 201,
});
