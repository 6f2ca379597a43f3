import { z } from "zod";
import { operation } from "../../model/operation.ts";

export const ObjectType = z.enum(["chart", "dashboard", "dataset", "database"]);
export type ObjectType = z.infer<typeof ObjectType>;

/** `list`: it is in lists; `see`: it can be opened by its address; `rows`: its data can be read. */
export const Doing = z.enum(["list", "see", "rows", "export", "change"]);
export type Doing = z.infer<typeof Doing>;

const id = z.coerce
  .number()
  .int()
  .positive()
  .max(2 ** 31 - 1);

/** Whether one rule holds. */
const Link = z.object({ rule: z.string(), text: z.string(), holds: z.boolean() });

export const Explanation = z.object({
  allowed: z.boolean(),
  /** One sentence. */
  because: z.string(),
  subject: z.object({ kind: z.enum(["user", "role"]), id: z.number(), name: z.string(), roles: z.array(z.string()) }),
  /** The name is told to whoever may see the object. */
  object: z.object({ type: ObjectType, id: z.number(), name: z.string().nullable() }),
  operation: Doing,
  /** The pair that every such call needs, and the roles that give it. */
  permission: z.object({ pair: z.tuple([z.string(), z.string()]), holds: z.boolean(), roles: z.array(z.string()) }),
  /** Any of these is enough, beside the pair. */
  chain: z.array(Link),
  /** For data: the conditions that cut the rows. Null for other operations. */
  rows: z
    .array(
      z.object({
        id: z.number(),
        filter_type: z.enum(["Regular", "Base"]),
        holds: z.boolean(),
        text: z.string(),
        /** Told to administrators. */
        name: z.string().nullable(),
        clause: z.string().nullable(),
        /** Told to administrators: the author of the dashboard or chart whom the rule is for. Null: the subject. */
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
  summary: "Whether somebody may do something with an object, and by which rules; about others, for administrators",
  query: z.object({
    type: ObjectType,
    id,
    operation: Doing.default("see"),
    /** Oneself, unless a user or a role is given. */
    user: id.optional(),
    role: id.optional(),
    /** For rows: the dashboard that they are asked through. */
    dashboard_id: id.optional(),
  }),
  response: z.object({ result: Explanation }),
});
