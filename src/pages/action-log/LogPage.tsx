import { Eye, FileClock } from "lucide-react";
import { useMemo, useState } from "react";
import { Link } from "react-router";
import * as chart from "../../api/chart/contract.ts";
import * as dashboard from "../../api/dashboard/contract.ts";
import * as log from "../../api/log/contract.ts";
import { t } from "../../i18n/translate.ts";
import type { OperationResult } from "../../model/operation.ts";
import { CodeEditor } from "../../ui/code/CodeEditor.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { call } from "../../web/client/client.ts";
import { exactTime, parseMoment } from "../../web/client/clock.ts";
import { RelativeTime } from "../../web/components/RelativeTime.tsx";
import { humanized } from "../../web/control-words/plain-words.ts";
import type { ListDefinition, ListFilter, LoadChoices } from "../../web/list-view/definition.ts";
import { ListView } from "../../web/list-view/ListView.tsx";
import { LongText } from "../../web/list-view/LongText.tsx";
import { relatedFilter } from "../../web/list-view/standard.tsx";

export function LogPage() {
  const [shown, setShown] = useState<LogRow>();
  const definition = useMemo(() => logList(setShown), []);
  return (
    <ListView definition={definition}>
      {shown ? <Entry row={shown} onClose={() => setShown(undefined)} /> : null}
    </ListView>
  );
}

function Entry({ row, onClose }: { row: LogRow; onClose(): void }) {
  const who = row.user ? `${row.user.first_name} ${row.user.last_name} (${row.user.username})` : t("Not signed in");
  return (
    <Dialog open title={actionText(row)} width={720} onClose={onClose}>
      <p>{t("{user}, {time}", { user: who, time: exactTime(parseMoment(row.dttm)) })}</p>
      {row.referrer ? (
        <p style={{ overflowWrap: "anywhere" }}>{t("From {address}", { address: row.referrer })}</p>
      ) : null}
      {row.json ? (
        <Field label={t("Details")}>
          {(id) => (
            <CodeEditor id={id} label={t("Details")} language="json" isReadOnly value={formatted(row.json ?? "")} />
          )}
        </Field>
      ) : null}
    </Dialog>
  );
}

function formatted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

type LogRow = OperationResult<typeof log.list>["result"][number] & { id: number };

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

const FILTERS: readonly ListFilter[] = [
  { kind: "search", id: "action", key: "search", label: t("Action or details"), operator: "log_all_text" },
  { kind: "select", id: "action", key: "kind", label: t("Kind"), operator: "log_kind", options: KINDS },
  relatedFilter(log.related, "user", t("User")),
  { kind: "select", id: "dashboard_id", key: "dashboard", label: t("Dashboard"), operator: "eq", options: dashboards },
  { kind: "select", id: "slice_id", key: "chart", label: t("Chart"), operator: "eq", options: charts },
  { kind: "dates", id: "dttm", key: "time", label: t("Time range"), operator: "between" },
];

const COLUMNS: ListDefinition<LogRow>["columns"] = [
  { id: "action", header: t("Action"), sort: "action", cell: () => null },
  { id: "user", header: t("User"), sort: "user.first_name", width: "11%", cell: userOf },
  {
    id: "dttm",
    header: t("Time"),
    sort: "dttm",
    width: "10%",
    cell: (row) => <RelativeTime at={row.dttm} capitalized />,
  },
  { id: "dashboard_id", header: t("Dashboard"), sort: "dashboard_id", width: "15%", from: 960, cell: dashboardOf },
  { id: "slice_id", header: t("Chart"), sort: "slice_id", width: "15%", from: 960, cell: chartOf },
  {
    id: "duration_ms",
    header: t("Duration"),
    sort: "duration_ms",
    width: "7%",
    align: "end",
    from: 960,
    cell: (row) =>
      row.duration_ms === null ? null : t("{duration, number} ms", { duration: Math.round(row.duration_ms) }),
  },
  { id: "json", header: t("Details"), width: "16%", from: 1200, cell: (row) => <LongText text={row.json} isCode /> },
];

const ACTIONS: Readonly<Record<string, string>> = {
  mount_dashboard: t("Opened a dashboard"),
  mount_explorer: t("Opened a chart in Explore"),
  load_chart: t("Loaded a chart"),
  table_preview: t("Previewed a table"),
  email_sent: t("Sent an email"),
  email_failed: t("Failed to send an email"),
  comment_added: t("Added a comment"),
  comment_changed: t("Changed a comment"),
  comment_deleted: t("Deleted a comment"),
  comment_resolved: t("Resolved a comment"),
  comment_reopened: t("Reopened a comment"),
  "folder.create": t("Created a folder"),
  "folder.update": t("Changed a folder"),
  "folder.delete": t("Deleted a folder"),
  "folder.move": t("Moved items to a folder"),
  public_link_created: t("Created a public link"),
  public_link_revoked: t("Revoked a public link"),
  public_link_opened: t("Opened a public link"),
  public_link_settings_changed: t("Changed the public link settings"),
  allowed_location_added: t("Allowed a connection"),
  allowed_location_removed: t("Removed an allowed connection"),
};

function actionText({ action, json }: LogRow): string {
  const event = /"event_name":"(\w+)"/.exec(json ?? "")?.[1] ?? action;
  return ACTIONS[event] ?? ACTIONS[action] ?? humanized(event);
}

function userOf({ user }: LogRow) {
  return user ? <span title={user.username}>{`${user.first_name} ${user.last_name}`.trim()}</span> : null;
}

function dashboardOf({ dashboard_id: id, dashboard_title }: LogRow) {
  return id === null ? null : <Link to={`/superset/dashboard/${id}/`}>{dashboard_title || id}</Link>;
}

function chartOf({ slice_id: id, slice_name }: LogRow) {
  return id === null ? null : <Link to={`/explore/?slice_id=${id}`}>{slice_name || id}</Link>;
}

const SELECT = [
  "user.first_name",
  "user.last_name",
  "user.username",
  "action",
  "dttm",
  "json",
  "slice_id",
  "dashboard_id",
  "duration_ms",
  "referrer",
  "slice_name",
  "dashboard_title",
];

function logList(onShow: (row: LogRow) => void): ListDefinition<LogRow> {
  return {
    key: "action-log",
    title: t("Action log"),
    noun: { one: "action log entry", many: "the action log" },
    columns: COLUMNS,
    filters: FILTERS,
    initialSort: { column: "dttm", order: "desc" },
    sorts: [],
    select: SELECT,
    load: async (q, signal) => {
      // The API has no row ids here, and a count needs at least one existing column.
      const columns = q.select_columns?.filter((name) => SELECT.includes(name)) ?? [];
      const request = { ...q, select_columns: columns.length > 0 ? columns : ["action"] };
      const { count, ids, result } = await call(log.list, { q: request }, signal ? { signal } : {});
      return { count, result: result.map((row, index) => ({ ...row, id: ids[index] ?? -1 - index })) };
    },
    nameOf: actionText,
    rowActions: [{ key: "show", label: t("Details"), icon: Eye, inline: true, run: onShow }],
    bulkActions: [],
    emptyIcon: FileClock,
    empty: { title: t("Nothing recorded yet"), text: t("User activity appears here.") },
  };
}
