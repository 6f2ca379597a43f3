import { Button } from "antd";
import { Download, Eye, FileClock } from "lucide-react";
import { useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import * as chart from "../../api/chart/contract.ts";
import * as dashboard from "../../api/dashboard/contract.ts";
import * as log from "../../api/log/contract.ts";
import { t } from "../../i18n/translate.ts";
import { OBJECT_KINDS, VERBS } from "../../model/audit.ts";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { Pill } from "../../ui/Pill.tsx";
import { call, addressOf as callAddress } from "../../web/client/client.ts";
import { RelativeTime } from "../../web/components/RelativeTime.tsx";
import type { Choice, ListDefinition, ListFilter, LoadChoices } from "../../web/list-view/definition.ts";
import { ListView } from "../../web/list-view/ListView.tsx";
import { filterQuery, parseListState } from "../../web/list-view/list-state.ts";
import { relatedFilter } from "../../web/list-view/standard.tsx";
import { actionText, KIND_TEXTS, VERB_TEXTS } from "./actions.ts";
import type { LogRow } from "./log-row.ts";
import { resultText } from "./results.ts";
import { addressOf, sentenceOf, userText } from "./sentence.ts";

const Entry = lazyComponent(async () => (await import("./Entry.tsx")).Entry);

export function LogPage() {
  const [shown, setShown] = useState<LogRow>();
  const definition = useMemo(() => logList(setShown), []);
  return (
    <ListView definition={definition} actions={<DownloadCsv />}>
      {shown ? <Entry row={shown} onClose={() => setShown(undefined)} /> : null}
    </ListView>
  );
}

/** The entries that the filters leave. */
function DownloadCsv() {
  const [search] = useSearchParams();
  const { filters } = parseListState(search, FILTERS, { sort: NEWEST, viewMode: "table" });
  return (
    <Button icon={<Download size={16} />} href={callAddress(log.csv, { q: filterQuery(filters, FILTERS) })} download>
      {t("Download CSV")}
    </Button>
  );
}

const NEWEST = { column: "dttm", order: "desc" } as const;

const PAGE = { page: 0, page_size: 50 };

const dashboards: LoadChoices = async (text, signal) => {
  const filters = text ? [{ col: "dashboard_title", opr: "title_or_slug", value: text }] : [];
  const { result } = await call(dashboard.list, { q: { ...PAGE, filters } }, { signal });
  return result.map((row) => ({
    value: row.id,
    text: row.dashboard_title || t("Dashboard {id}", { id: `${row.id}` }),
  }));
};

const charts: LoadChoices = async (text, signal) => {
  const filters = text ? [{ col: "slice_name", opr: "chart_all_text", value: text }] : [];
  const { result } = await call(chart.list, { q: { ...PAGE, filters } }, { signal });
  return result.map((row) => ({ value: row.id, text: row.slice_name || t("Chart {id}", { id: `${row.id}` }) }));
};

const KINDS = [
  { value: "changes", text: t("Changes and messages") },
  { value: "views", text: t("Views") },
];

const byText = (a: Choice, b: Choice) => a.text.localeCompare(b.text);
const ACTIONS = VERBS.map((value) => ({ value, text: VERB_TEXTS[value] })).sort(byText);
const OBJECTS = OBJECT_KINDS.map((value) => ({ value, text: KIND_TEXTS[value] })).sort(byText);
const RESULTS = [
  { value: "ok", text: t("Done##result") },
  { value: "refused", text: t("Refused") },
  { value: "failed", text: t("Failed") },
];

const select = (
  id: string,
  label: string,
  options: readonly Choice[] | LoadChoices,
): Omit<ListFilter, "operator" | "key"> & {
  kind: "select";
  options: readonly Choice[] | LoadChoices;
} => ({ kind: "select", id, label, options });

const FILTERS: readonly ListFilter[] = [
  { kind: "search", id: "action", key: "search", label: t("Action or details"), operator: "log_all_text" },
  relatedFilter(log.related, "user", t("User")),
  { ...select("action", t("Action"), ACTIONS), key: "verb", operator: "log_verb" },
  { ...select("object_kind", t("Object"), OBJECTS), key: "object", operator: "eq" },
  { ...select("result", t("Result"), RESULTS), key: "result", operator: "eq" },
  { kind: "dates", id: "dttm", key: "time", label: t("Time range"), operator: "between" },
  { ...select("action", t("Kind"), KINDS), key: "kind", operator: "log_kind" },
  { ...select("action", t("Dashboard"), dashboards), key: "dashboard", operator: "log_dashboard" },
  { ...select("action", t("Chart"), charts), key: "chart", operator: "log_chart" },
];

const kindOf = ({ object_kind: kind }: LogRow) => (kind ? KIND_TEXTS[kind] : null);

const COLUMNS: ListDefinition<LogRow>["columns"] = [
  { id: "action", header: t("Action"), sort: "action", wraps: true, cell: () => null },
  { id: "result", header: t("Result"), sort: "result", width: "14%", from: 640, below: true, cell: resultOf },
  {
    id: "dttm",
    header: t("Time"),
    sort: "dttm",
    width: "13%",
    wraps: true,
    cell: (row) => <RelativeTime at={row.dttm} capitalized />,
  },
  { id: "object_kind", header: t("Object"), sort: "object_kind", width: "14%", from: 960, cell: kindOf },
  { id: "user", header: t("User"), sort: "user.first_name", width: "12%", from: 960, cell: userOf },
  { id: "address", header: t("Address"), width: "12%", from: 1200, cell: (row) => row.address ?? null },
];

/** Events of the browser have no sentence. */
function nameOf(row: LogRow): string {
  const { slice_name: chartName, dashboard_title: dashboardName, slice_id, dashboard_id } = row;
  const id = slice_id ?? dashboard_id;
  const known = chartName || dashboardName || (id ? `#${id}` : "");
  return sentenceOf(row) ?? (known ? t("{action}: {kind}", { action: actionText(row), kind: known }) : actionText(row));
}

function resultOf(row: LogRow) {
  if (!row.result || row.result === "ok") return null;
  return <Pill tone={row.result === "refused" ? "warning" : "error"}>{resultText(row)}</Pill>;
}

function userOf(row: LogRow) {
  const { user, username } = row;
  return user || username ? <bdi title={user?.username ?? username ?? ""}>{userText(row)}</bdi> : null;
}

const SELECT = [
  ...["user.first_name", "user.last_name", "user.username", "action", "dttm", "json", "slice_id", "dashboard_id"],
  ...["duration_ms", "referrer", "slice_name", "dashboard_title", "verb", "username", "address", "request_id"],
  ...["object_kind", "object_id", "object_name", "details", "result", "status"],
];

function logList(onShow: (row: LogRow) => void): ListDefinition<LogRow> {
  return {
    key: "action-log",
    title: t("Action log"),
    noun: { one: "action log entry", many: "the action log" },
    columns: COLUMNS,
    filters: FILTERS,
    initialSort: NEWEST,
    sorts: [],
    select: SELECT,
    load: async (q, signal) => {
      // The API has no row ids here, and a count needs at least one existing column.
      const columns = q.select_columns?.filter((name) => SELECT.includes(name)) ?? [];
      const request = { ...q, select_columns: columns.length > 0 ? columns : ["action"] };
      const { count, ids, result } = await call(log.list, { q: request }, signal ? { signal } : {});
      return { count, result: result.map((row, index) => ({ ...row, id: ids[index] ?? -1 - index })) };
    },
    nameOf,
    addressOf,
    rowActions: [{ key: "show", label: t("Details"), icon: Eye, inline: true, run: onShow }],
    bulkActions: [],
    emptyIcon: FileClock,
    empty: { title: t("Nothing recorded yet"), text: t("User activity appears here.") },
  };
}
