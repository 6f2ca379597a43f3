import { CircleAlert, History } from "lucide-react";
import type { z } from "zod";
import * as report from "../../api/report/contract.ts";
import { t } from "../../i18n/translate.ts";
import { call } from "../../web/client/client.ts";
import { dateText, parseMoment } from "../../web/client/clock.ts";
import type { ListColumn, ListDefinition, ListFilter } from "../../web/list-view/definition.ts";
import { secondsText } from "../../web/sql/seconds.ts";
import { type ReportKind, STATE_CHOICES, StatePill, valueText } from "./report-labels.tsx";

export type LogRow = z.output<typeof report.ReportLogRow>;

function utcText(at: string | null | undefined): string {
  if (!at) return "";
  return dateText(new Date(parseMoment(at)), {
    dateStyle: "medium",
    timeStyle: "medium",
    timeZone: "UTC",
  });
}

function durationText({ start_dttm, end_dttm }: LogRow): string {
  return start_dttm && end_dttm ? secondsText(parseMoment(end_dttm) - parseMoment(start_dttm)) : "";
}

interface Logged {
  id: number;
  name: string;
  kind: ReportKind;
  hasResults: boolean;
}

interface LogActions {
  onError(row: LogRow): void;
  onLoaded(rows: readonly LogRow[]): void;
}

const STATUS: ListColumn<LogRow> = {
  ...{ id: "state", header: t("Status"), sort: "state", width: "12%", from: 640, below: true },
  cell: (row) => <StatePill state={row.state} />,
};

export const logKey = (id: number) => `report-log-${id}`;

export function logList({ id, name, kind, hasResults }: Logged, actions: LogActions): ListDefinition<LogRow> {
  const value: ListColumn<LogRow> = {
    ...{ id: "value", header: t("Value"), sort: "value", width: "8%", align: "end" },
    cell: (row) => valueText(row.value),
  };
  const error: ListColumn<LogRow> = {
    ...{ id: "error_message", header: t("Error"), width: "24%", from: 640 },
    cell: ({ error_message }) => <ErrorLine text={error_message ?? ""} />,
  };
  return {
    key: logKey(id),
    title: name,
    noun: { one: "run", many: "runs" },
    columns: [
      { id: "scheduled_dttm", header: t("Scheduled (UTC)"), sort: "scheduled_dttm", cell: () => null },
      STATUS,
      {
        id: "start_dttm",
        header: t("Start (UTC)"),
        sort: "start_dttm",
        width: "18%",
        from: 960,
        cell: (row) => utcText(row.start_dttm),
      },
      { id: "duration", header: t("Duration"), width: "8%", align: "end", from: 640, cell: durationText },
      ...(kind === "Alert" && hasResults ? [value] : []),
      ...(hasResults ? [error] : []),
      { id: "uuid", header: t("Execution ID"), width: "20%", from: 1200, cell: ({ uuid }) => <code>{uuid}</code> },
    ],
    filters: [
      ...(hasResults ? [ERROR_SEARCH] : []),
      { kind: "select", id: "state", key: "state", label: t("Status"), operator: "eq", options: STATE_CHOICES },
    ],
    initialSort: { column: "scheduled_dttm", order: "desc" },
    sorts: [],
    select: ["id", "uuid", "state", "value", "error_message", "scheduled_dttm", "start_dttm", "end_dttm"],
    load: async (q, signal) => {
      const { count, result } = await call(report.listLog, { params: { id }, q }, { signal });
      const rows = result as LogRow[];
      if (q.page_size !== 1) actions.onLoaded(rows);
      return { count, result: rows };
    },
    nameOf: (row) => utcText(row.scheduled_dttm),
    rowActions: [
      {
        key: "error",
        label: t("Show error"),
        icon: CircleAlert,
        inline: true,
        when: ({ error_message }) => Boolean(error_message),
        run: actions.onError,
      },
    ],
    bulkActions: [],
    emptyIcon: History,
    empty: { title: t("Not run yet"), text: t("Runs and their results appear here.") },
  };
}

const ERROR_SEARCH: ListFilter = {
  kind: "search",
  id: "error_message",
  key: "search",
  label: t("Error"),
  operator: "ct",
};

function ErrorLine({ text }: { text: string }) {
  const [first = ""] = text.split("\n");
  return <span title={text}>{first.length > 60 ? `${first.slice(0, 60)}…` : first}</span>;
}
