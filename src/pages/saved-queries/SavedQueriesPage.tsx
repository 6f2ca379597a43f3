import { Link2, SquareTerminal } from "lucide-react";
import { useCallback } from "react";
import { useNavigate } from "react-router";
import { savedQueryBundle } from "../../api/bundle/contract.ts";
import type { SavedQueryRow } from "../../api/saved-query/contract.ts";
import * as savedQuery from "../../api/saved-query/contract.ts";
import { type ObjectKind, ObjectListPage } from "../../features/object-list/ObjectListPage.tsx";
import { list } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import { call } from "../../web/client/client.ts";
import type { ListDefinition, ListFilter } from "../../web/list-view/definition.ts";
import {
  distinctFilter,
  LAST_MODIFIED_FIRST,
  modifiedColumn,
  relatedFilter,
  tagFilter,
  tagsColumn,
} from "../../web/list-view/standard.tsx";
import { copyWithToast } from "../../web/toasts/clipboard.ts";

export function SavedQueriesPage() {
  const navigate = useNavigate();
  const handleNew = useCallback(() => void navigate("/sqllab/?new=true"), [navigate]);
  return <ObjectListPage kind={SAVED_QUERIES} onNew={handleNew} />;
}

const FILTERS: readonly ListFilter[] = [
  { kind: "search", id: "label", key: "search", label: t("Name or SQL"), operator: "all_text" },
  relatedFilter(savedQuery.related, "database", t("Database")),
  distinctFilter(savedQuery.distinct, "schema", t("Schema")),
  tagFilter("saved_query_tag_id"),
];

const COLUMNS: ListDefinition<SavedQueryRow>["columns"] = [
  { id: "label", header: t("Name"), sort: "label", cell: (row) => row.description },
  {
    id: "database",
    header: t("Database"),
    sort: "database.database_name",
    width: "16%",
    from: 640,
    below: true,
    cell: (row) => row.database?.database_name,
  },
  { id: "schema", header: t("Schema"), sort: "schema", width: "12%", from: 640, cell: (row) => row.schema },
  {
    id: "sql_tables",
    header: t("Tables"),
    width: "22%",
    from: 960,
    cell: (row) =>
      list(
        (row.sql_tables ?? []).map(({ table }) => table),
        "commas",
      ),
  },
  tagsColumn({ width: "14%", from: 1200 }),
  modifiedColumn({ width: "16%", from: 640, below: true }),
];

const pathOf = (row: SavedQueryRow) => `/sqllab/?savedQueryId=${row.id}`;

const SAVED_QUERIES: ObjectKind<SavedQueryRow> = {
  resource: "SavedQuery",
  contract: savedQuery,
  bundle: savedQueryBundle,
  key: "saved-queries",
  title: t("Saved queries"),
  noun: { one: "saved query", many: "saved queries" },
  newLabel: t("New query"),
  isNewForAll: true,
  tagType: "query",
  ownActions: [
    {
      key: "link",
      label: t("Copy link"),
      icon: Link2,
      inline: true,
      run: (row) => void copyWithToast(`${window.location.origin}${pathOf(row)}`),
    },
  ],
  columns: COLUMNS,
  filters: FILTERS,
  initialSort: LAST_MODIFIED_FIRST,
  sorts: [],
  select: [
    "id",
    "label",
    "description",
    "schema",
    "sql_tables",
    "database",
    "changed_on",
    "changed_on_delta_humanized",
    "tags.id",
    "tags.name",
    "tags.type",
  ],
  load: (q, signal) => call(savedQuery.list, { q }, { signal }),
  nameOf: (row) => row.label || t("[ untitled ]"),
  addressOf: pathOf,
  emptyIcon: SquareTerminal,
  empty: {
    title: t("No saved queries yet"),
    text: t("Save a query in SQL Lab to reuse it, share it or turn it into a dataset."),
  },
};
