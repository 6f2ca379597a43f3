import { ShieldCheck } from "lucide-react";
import * as rules from "../../api/row-level-security/contract.ts";
import { list } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { call } from "../../web/client/client.ts";
import type { ListDefinition, ListFilter } from "../../web/list-view/definition.ts";
import { LongText } from "../../web/list-view/LongText.tsx";
import { RecordsPage } from "../../web/list-view/RecordsPage.tsx";
import { LAST_MODIFIED_FIRST, manyFilter, type RecordActions, recordActions } from "../../web/list-view/standard.tsx";
import { can } from "../../web/session/session.ts";
import { tablesWithoutDataset } from "./bound-tables.ts";

const NewRule = lazyComponent(async () => (await import("./RuleDialog.tsx")).NewRule);
const EditRule = lazyComponent(async () => (await import("./RuleDialog.tsx")).EditRule);

export function RulesPage() {
  return (
    <RecordsPage
      path="/rowlevelsecurity/list/"
      canWrite={can("can_write", "Row Level Security")}
      listOf={ruleList}
      newLabel={t("New rule")}
      New={NewRule}
      Edit={EditRule}
      deletion={(rows) => ({
        items: rows,
        noun: NOUN,
        contract: rules,
        listKey: "row-level-security",
        consequences: async () =>
          t("Rows hidden only by this rule will become visible to everyone with access to the datasets."),
      })}
    />
  );
}

type Rule = rules.Rule;

const NOUN = { one: "rule", many: "rules" } as const;

const TYPES = [
  { value: "Regular", text: t("Some roles") },
  { value: "Base", text: t("Everyone except some roles") },
];

const FILTERS: readonly ListFilter[] = [
  { kind: "search", id: "name", key: "search", label: t("Name"), operator: "ct" },
  { kind: "select", id: "filter_type", key: "type", label: t("Applies to"), operator: "eq", options: TYPES },
  manyFilter(rules.related, "tables", t("Dataset"), "dataset"),
  manyFilter(rules.related, "roles", t("Role"), "role"),
];

const COLUMNS: ListDefinition<Rule>["columns"] = [
  { id: "name", header: t("Name"), sort: "name", cell: () => null },
  {
    id: "tables",
    header: t("Datasets"),
    width: "20%",
    from: 640,
    cell: (row) =>
      list(
        [...row.tables.map(({ table_name }) => table_name), ...tablesWithoutDataset(row).map(({ name }) => name)],
        "commas",
      ),
  },
  {
    id: "filter_type",
    header: t("Applies to"),
    sort: "filter_type",
    width: "22%",
    from: 640,
    cell: (row) => appliesToText(row),
  },
  { id: "roles", header: t("Roles") },
  {
    id: "clause",
    header: t("Clause"),
    sort: "clause",
    width: "25%",
    from: 960,
    cell: (row) => <LongText text={row.clause} isCode />,
  },
];

function appliesToText({ filter_type, roles }: Rule): string {
  const names = list(
    roles.map(({ name }) => name),
    "commas",
  );
  if (filter_type === "Regular") return names || t("None: applies to no one");
  return roles.length > 0 ? t("Everyone except {roles}", { roles: names }) : t("Everyone");
}

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

function ruleList(acts: RecordActions<Rule>): ListDefinition<Rule> {
  return {
    key: "row-level-security",
    title: t("Row-level security"),
    noun: NOUN,
    columns: COLUMNS,
    filters: FILTERS,
    initialSort: LAST_MODIFIED_FIRST,
    sorts: [],
    select: SELECT,
    load: async (q, signal) => {
      const { count, result } = await call(rules.list, { q }, { signal });
      return { count, result: result as Rule[] };
    },
    nameOf: (row) => row.name,
    ...(acts.canWrite ? { addressOf: (row: Rule) => `/rowlevelsecurity/list/?edit=${row.id}` } : {}),
    ...recordActions(acts),
    emptyIcon: ShieldCheck,
    empty: {
      title: t("No rules yet"),
      text: t("A rule limits which rows users see, based on their roles."),
    },
  };
}
