import { PencilLine, ShieldCheck, Trash2 } from "lucide-react";
import * as rules from "../../api/row-level-security/contract.ts";
import { call } from "../../web/client/client.ts";
import { choicesFrom } from "../../web/list-view/choices.ts";
import type { ListDefinition, ListFilter } from "../../web/list-view/definition.ts";
import { LongText } from "../../web/list-view/LongText.tsx";
import type { RecordActs } from "../../web/list-view/RecordsPage.tsx";
import { tablesWithoutDataset } from "./bound-tables.ts";

export type Rule = rules.Rule;

export const NOUN = { one: "rule", many: "rules" } as const;

const TYPES = [
  { value: "Regular", text: "Regular" },
  { value: "Base", text: "Base" },
];

const FILTERS: readonly ListFilter[] = [
  { kind: "search", id: "name", key: "search", label: "Name", operator: "ct" },
  { kind: "select", id: "filter_type", key: "type", label: "Type", operator: "eq", options: TYPES },
  {
    kind: "select",
    id: "tables",
    key: "dataset",
    label: "Dataset",
    operator: "rel_m_m",
    options: choicesFrom(rules.related, "tables"),
  },
  {
    kind: "select",
    id: "roles",
    key: "role",
    label: "Role",
    operator: "rel_m_m",
    options: choicesFrom(rules.related, "roles"),
  },
];

const COLUMNS: ListDefinition<Rule>["columns"] = [
  { id: "name", header: "Name", sort: "name", cell: () => null },
  { id: "filter_type", header: "Type", sort: "filter_type", width: "9%", from: 640, cell: (row) => row.filter_type },
  {
    id: "tables",
    header: "Datasets",
    width: "20%",
    from: 640,
    cell: (row) =>
      [...row.tables.map(({ table_name }) => table_name), ...tablesWithoutDataset(row).map(({ name }) => name)].join(
        ", ",
      ),
  },
  {
    id: "roles",
    header: "Roles",
    width: "16%",
    from: 960,
    cell: (row) => row.roles.map(({ name }) => name).join(", "),
  },
  {
    id: "clause",
    header: "Clause",
    sort: "clause",
    width: "22%",
    from: 960,
    cell: (row) => <LongText text={row.clause} isCode />,
  },
];

const SELECT = [
  "id",
  "name",
  "filter_type",
  "clause",
  "tables.id",
  "tables.table_name",
  "bound_tables",
  "roles.id",
  "roles.name",
];

/** The rules that cut the rows of datasets. */
export function ruleList({ mayWrite, onEdit, onDelete }: RecordActs<Rule>): ListDefinition<Rule> {
  const remove = { key: "delete", label: "Delete", icon: Trash2, danger: true } as const;
  return {
    key: "row-level-security",
    title: "Row-level security",
    noun: NOUN,
    columns: COLUMNS,
    filters: FILTERS,
    initialSort: { column: "changed_on_delta_humanized", order: "desc" },
    sorts: [],
    select: SELECT,
    load: async (q, signal) => {
      const { count, result } = await call(rules.list, { q }, { signal });
      return { count, result: result as Rule[] };
    },
    nameOf: (row) => row.name,
    ...(mayWrite ? { addressOf: (row: Rule) => `/rowlevelsecurity/list/?edit=${row.id}` } : {}),
    rowActions: mayWrite
      ? [
          { key: "edit", label: "Edit", icon: PencilLine, inline: true, run: onEdit },
          { ...remove, run: (row) => onDelete([row]) },
        ]
      : [],
    bulkActions: mayWrite ? [{ ...remove, run: onDelete }] : [],
    emptyIcon: ShieldCheck,
    empty: {
      title: "No rules yet",
      text: "A rule shows to the people of its roles only those rows of its datasets that fit a condition.",
    },
  };
}
