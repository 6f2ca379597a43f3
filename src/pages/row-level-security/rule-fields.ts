import * as rules from "../../api/row-level-security/contract.ts";
import type { PersonChoice } from "../../web/components/PeopleSelect.tsx";
import { namedChoicesFrom } from "../../web/list-view/choices.ts";
import { tablesWithoutDataset } from "./bound-tables.ts";

export interface RuleFields {
  name: string;
  filter_type: "Regular" | "Base";
  tables: readonly PersonChoice[];
  bound_tables: readonly PersonChoice[];
  roles: readonly PersonChoice[];
  clause: string;
  group_key: string;
  description: string;
}

export const EMPTY: RuleFields = {
  name: "",
  filter_type: "Regular",
  tables: [],
  bound_tables: [],
  roles: [],
  clause: "",
  group_key: "",
  description: "",
};

export type RuleBody = rules.CreateRule & { bound_tables: number[] };

export const bodyOf = ({ tables, bound_tables, roles, group_key, description, ...fields }: RuleFields): RuleBody => ({
  ...fields,
  tables: tables.map(({ id }) => id),
  bound_tables: bound_tables.map(({ id }) => id),
  roles: roles.map(({ id }) => id),
  group_key: group_key.trim() || null,
  description: description.trim() || null,
});

export const fieldsOf = (rule: Partial<rules.Rule>): RuleFields => ({
  name: rule.name ?? "",
  filter_type: rule.filter_type ?? "Regular",
  tables: (rule.tables ?? []).map(({ id, table_name }) => ({ id, name: table_name })),
  bound_tables: tablesWithoutDataset(rule),
  roles: rule.roles ?? [],
  clause: rule.clause ?? "",
  group_key: rule.group_key ?? "",
  description: rule.description ?? "",
});

export const findTables = namedChoicesFrom(rules.related, "tables");
export const findRoles = namedChoicesFrom(rules.related, "roles");

/** What a rule that isn't saved yet would do; undefined while something is missing. */
export function draftOf(fields: RuleFields, id: number | undefined): rules.PreviewRule | undefined {
  const { name: _, description: __, bound_tables: ___, ...body } = bodyOf(fields);
  if (body.clause.trim() === "" || body.tables.length === 0 || body.tables.length > MAX_PREVIEWED) return undefined;
  return id === undefined ? body : { ...body, id };
}

const MAX_PREVIEWED = 20;
