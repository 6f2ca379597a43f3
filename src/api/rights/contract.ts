import { z } from "zod";
import { operation } from "../../model/operation.ts";

export const ObjectType = z.enum(["chart", "dashboard", "dataset", "database"]);
export type ObjectType = z.infer<typeof ObjectType>;

/** `list`: in lists; `see`: opens by address; `rows`: its data can be read. */
export const AccessAction = z.enum(["list", "see", "rows", "export", "change"]);
export type AccessAction = z.infer<typeof AccessAction>;

const id = z.coerce
  .number()
  .int()
  .positive()
  .max(2 ** 31 - 1);

const Link = z.object({ rule: z.string(), text: z.string(), holds: z.boolean() });

export const Explanation = z.object({
  allowed: z.boolean(),
  because: z.string(),
  subject: z.object({ kind: z.enum(["user", "role"]), id: z.number(), name: z.string(), roles: z.array(z.string()) }),
  object: z.object({ type: ObjectType, id: z.number(), name: z.string().nullable() }),
  operation: AccessAction,
  permission: z.object({ pair: z.tuple([z.string(), z.string()]), holds: z.boolean(), roles: z.array(z.string()) }),
  chain: z.array(Link),
  rows: z
    .array(
      z.object({
        id: z.number(),
        filter_type: z.enum(["Regular", "Base"]),
        holds: z.boolean(),
        text: z.string(),
        name: z.string().nullable(),
        clause: z.string().nullable(),
        author: z.string().nullable(),
      }),
    )
    .nullable(),
});
export type Explanation = z.infer<typeof Explanation>;

export const explain = operation({
  id: "security.explain",
  method: "GET",
  path: "/api/v1/security/explain/",
  summary: "Explain which permission or rule allows or denies an operation; for administrators, about other users too",
  query: z.object({
    type: ObjectType,
    id,
    operation: AccessAction.default("see"),
    user: id.optional(),
    role: id.optional(),
    dashboard_id: id.optional(),
  }),
  response: z.object({ result: Explanation }),
});
