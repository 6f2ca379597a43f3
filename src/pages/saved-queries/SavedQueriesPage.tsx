import { Link2, Play, SquareTerminal } from "lucide-react";
import { useCallback, useMemo } from "react";
import { useNavigate } from "react-router";
import { savedQueryBundle } from "../../api/bundle/contract.ts";
import type { SavedQueryRow } from "../../api/saved-query/contract.ts";
import * as savedQuery from "../../api/saved-query/contract.ts";
import { type ObjectKind, ObjectListPage } from "../../features/object-list/ObjectListPage.tsx";
import { list } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { call } from "../../web/client/client.ts";
import { RelativeTime } from "../../web/components/RelativeTime.tsx";
import type { ListDefinition, ListFilter } from "../../web/list-view/definition.ts";
import {
  distinctFilter,
  LAST_MODIFIED_FIRST,
  modifiedColumn,
  relatedFilter,
  tagFilter,
  tagsColumn,
} from "../../web/list-view/standard.tsx";
import { can } from "../../web/session/session.ts";
import { secondsText } from "../../web/sql/seconds.ts";
import { copyWithToast } from "../../web/toasts/clipboard.ts";

const SavedQueryDetail = lazyComponent(async () => (await import("./SavedQueryDetail.tsx")).SavedQueryDetail);

export function SavedQueriesPage() {
  const navigate = useNavigate();
  const handleNew = useCallback(() => void navigate("/sqllab/?new=true"), [navigate]);
  const kind = useMemo(
    () => ({
      ...SAVED_QUERIES,
      ownActions: [
        {
          key: "run",
          label: t("Run"),
          icon: Play,
          inline: true,
          when: () => can("can_execute_sql_query", "SQLLab"),
          run: ({ id }: SavedQueryRow) => void navigate("/sqllab/", { state: runRequest(id) }),
        },
        ...(SAVED_QUERIES.ownActions ?? []),
      ],
    }),
    [navigate],
  );
  return <ObjectListPage kind={kind} onNew={handleNew} />;
}

/** In the navigation state, which links can't forge: SQL Lab runs it at once. */
const runRequest = (id: number) => ({ requestedQuery: { savedQueryId: id, autorun: true } });

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
  { id: "schema", header: t("Schema"), sort: "schema", width: "9%", from: 960, cell: (row) => row.schema },
  {
    id: "sql_tables",
    header: t("Tables"),
    width: "16%",
    from: 1200,
    cell: (row) =>
      list(
        (row.sql_tables ?? []).map(({ table }) => table),
        "commas",
      ),
  },
  {
    id: "last_run",
    header: t("Last run"),
    sort: "last_run",
    width: "11%",
    from: 640,
    below: true,
    cell: (row) => (row.last_run ? <RelativeTime at={row.last_run} short capitalized /> : t("Not run yet")),
  },
  {
    id: "last_run_ms",
    header: t("Duration"),
    width: "8%",
    align: "end",
    from: 960,
    cell: (row) => (row.last_run_ms == null ? undefined : secondsText(row.last_run_ms)),
  },
  tagsColumn({ width: "12%", from: 1600 }),
  modifiedColumn({ width: "13%", from: 960 }),
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
    "sql",
    "rows",
    "last_run",
    "last_run_ms",
    "last_query_id",
    "changed_on",
    "changed_on_delta_humanized",
    "tags.id",
    "tags.name",
    "tags.type",
  ],
  load: (q, signal) => call(savedQuery.list, { q }, { signal }),
  nameOf: (row) => row.label || t("[ untitled ]"),
  addressOf: pathOf,
  detail: (row) => <SavedQueryDetail row={row} />,
  emptyIcon: SquareTerminal,
  empty: {
    title: t("No saved queries yet"),
    text: t("Save a query in SQL Lab to reuse it, share it or turn it into a dataset."),
  },
};
