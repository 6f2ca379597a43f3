import { z } from "zod";
import { operation } from "../../model/operation.ts";
import { collectionOperations, deleteOperations, IdParams, Person } from "../../model/resource.ts";

const RESOURCE = "rowlevelsecurity";

const FilterType = z.enum(["Regular", "Base"]);

const BoundTable = z.looseObject({
  id: z.number(),
  database_id: z.number(),
  database_name: z.string(),
  catalog: z.string().nullable(),
  schema: z.string().nullable(),
  table_name: z.string(),
  /** The rule's dataset on the table; null if it was deleted or reads something else now. */
  dataset_id: z.number().nullable(),
});

export const Rule = z.looseObject({
  id: z.number(),
  name: z.string(),
  filter_type: FilterType,
  clause: z.string(),
  group_key: z.string().nullable(),
  description: z.string().nullable(),
  tables: z.array(z.looseObject({ id: z.number(), schema: z.string().nullable(), table_name: z.string() })),
  bound_tables: z.array(BoundTable).optional(),
  roles: z.array(z.looseObject({ id: z.number(), name: z.string() })),
  changed_on_delta_humanized: z.string().optional(),
  changed_by: Person.nullish(),
});
export type Rule = z.infer<typeof Rule>;

const RuleRow = Rule.partial().extend({ id: z.number().optional() });

const name = z.string().min(1).max(255);
const tables = z.array(z.number().int()).min(1);
const roles = z.array(z.number().int());
const optional = { description: z.string().nullish(), group_key: z.string().nullish() };

/** `tables`: dataset ids. Clauses with the same `group_key` are OR-ed; all others are AND-ed. */
export const CreateRule = z.strictObject({
  name,
  filter_type: FilterType,
  tables,
  roles,
  clause: z.string().min(1),
  ...optional,
});
export type CreateRule = z.infer<typeof CreateRule>;

/**
 * `bound_tables`: ids of tables without a dataset that stay protected; default all. `tables` may be empty while there
 * are any.
 */
export const UpdateRule = CreateRule.partial().extend({
  tables: z.array(z.number().int()).optional(),
  bound_tables: z.array(z.number().int()).optional(),
});
export type UpdateRule = z.infer<typeof UpdateRule>;

export const { list, info, related } = collectionOperations(RESOURCE, RuleRow);
export const { remove, removeMany } = deleteOperations(RESOURCE);

export const show = operation({
  id: `${RESOURCE}.show`,
  method: "GET",
  path: `/api/v1/${RESOURCE}/:id`,
  summary: "A row-level security rule",
  params: IdParams,
  q: z.looseObject({ columns: z.array(z.string()).optional(), keys: z.array(z.string()).optional() }),
  response: z.looseObject({ id: z.number(), result: RuleRow }),
});
export const create = operation({
  id: `${RESOURCE}.create`,
  method: "POST",
  path: `/api/v1/${RESOURCE}/`,
  summary: "Create a rule of row-level security",
  body: CreateRule,
  response: z.looseObject({ id: z.number(), result: CreateRule }),
  status: 201,
});
export const update = operation({
  id: `${RESOURCE}.update`,
  method: "PUT",
  path: `/api/v1/${RESOURCE}/:id`,
  summary: "Change a row-level security rule",
  params: IdParams,
  body: UpdateRule,
  response: z.looseObject({ id: z.number(), result: UpdateRule }),
});

/** `id`: the rule that would be replaced. Without `user` or `role`, only the clause is checked. */
export const PreviewRule = CreateRule.omit({ name: true, description: true }).extend({
  id: z.number().int().optional(),
  tables: z.array(z.number().int()).min(1).max(20),
  clause: z.string().min(1).max(100_000),
  user: z.number().int().optional(),
  role: z.number().int().optional(),
});
export type PreviewRule = z.infer<typeof PreviewRule>;

const PreviewedDataset = z.object({
  id: z.number(),
  table_name: z.string(),
  /** Whether the user or role can read the dataset at all; null unless an administrator asks. */
  readable: z.boolean().nullable(),
  /** Rows that the caller can read, and those of them that the user or role would see; null if not counted. */
  all: z.number().nullable(),
  left: z.number().nullable(),
  columns: z.array(z.string()),
  rows: z.array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null()]))),
  /** Why rows aren't shown. */
  problem: z.string().nullable(),
});
export type PreviewedDataset = z.infer<typeof PreviewedDataset>;

/** `applies`: whether the rule applies to the user or role; null without one. */
const RulePreview = z.object({ applies: z.boolean().nullable(), datasets: z.array(PreviewedDataset) });
export type RulePreview = z.infer<typeof RulePreview>;

export const preview = operation({
  id: `${RESOURCE}.preview`,
  method: "POST",
  path: `/api/v1/${RESOURCE}/preview/`,
  summary: "Check a rule before saving it, and show which rows a user or role would see",
  body: PreviewRule,
  response: z.object({ result: RulePreview }),
});
