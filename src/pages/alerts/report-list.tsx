import { useQueryClient } from "@tanstack/react-query";
import { Switch } from "antd";
import { Bell, Eye, History, PencilLine, Play } from "lucide-react";
import { useState } from "react";
import type { z } from "zod";
import * as report from "../../api/report/contract.ts";
import { describeSchedule, maybeSchedule } from "../../features/schedule/crontab.ts";
import { call } from "../../web/client/client.ts";
import { RelativeTime } from "../../web/components/RelativeTime.tsx";
import type { ListDefinition, ListFilter } from "../../web/list-view/definition.ts";
import { DELETE, manyFilter, modifiedByFilter, modifiedColumn, ownersColumn } from "../../web/list-view/standard.tsx";
import { isAdmin, useSession } from "../../web/session/session.ts";
import { toast } from "../../web/toasts/toasts.ts";
import {
  ChannelIcons,
  LIST_KEYS,
  listPath,
  NOUNS,
  type ReportKind,
  STATE_CHOICES,
  StatePill,
} from "./report-words.tsx";

export type ReportRow = z.output<typeof report.ReportRow>;

export interface ReportActs {
  mayWrite: boolean;
  onOpen(row: ReportRow): void;
  onLog(row: ReportRow): void;
  onRun(row: ReportRow): void;
  onDelete(rows: readonly ReportRow[], done?: () => void): void;
  /** Told what came. */
  onLoaded(rows: readonly ReportRow[]): void;
}

/** Owners change theirs, administrators all. */
export function isOwn(owners: readonly { id?: number }[] | undefined): boolean {
  const session = useSession.getState();
  const me = session.kind === "signed-in" ? session.user.userId : undefined;
  return isAdmin() || (owners ?? []).some(({ id }) => id === me);
}

const FILTERS: readonly ListFilter[] = [
  { kind: "search", id: "name", key: "search", label: "Name", operator: "report_all_text" },
  manyFilter(report.related, "owners", "Owner", "owner"),
  { kind: "select", id: "last_state", key: "status", label: "Status", operator: "eq", options: STATE_CHOICES },
  modifiedByFilter(report.related),
];

const SELECT = [
  ...["id", "name", "type", "active", "crontab", "crontab_humanized", "timezone", "last_eval_dttm", "last_state"],
  ...["owners.id", "owners.first_name", "owners.last_name", "recipients.id", "recipients.type", "changed_on"],
];

function scheduleText({ crontab, crontab_humanized }: ReportRow): string {
  const schedule = maybeSchedule(crontab);
  return schedule ? describeSchedule(schedule) : (crontab_humanized ?? crontab);
}

const columnsOf = (kind: ReportKind, mayWrite: boolean): ListDefinition<ReportRow>["columns"] => [
  { id: "name", header: "Name", sort: "name", cell: () => null },
  { id: "last_state", header: "Last state", width: "11%", cell: (row) => <StatePill state={row.last_state} /> },
  {
    id: "last_eval_dttm",
    header: "Last run",
    sort: "last_eval_dttm",
    width: "10%",
    from: 640,
    below: true,
    cell: (row) => <RelativeTime at={row.last_eval_dttm} short capitalized />,
  },
  {
    id: "crontab_humanized",
    header: "Schedule",
    sort: "crontab_humanized",
    width: "20%",
    from: 960,
    cell: (row) => (
      <span title={row.crontab}>
        {scheduleText(row)}, {row.timezone.replaceAll("_", " ")}
      </span>
    ),
  },
  {
    id: "recipients",
    header: "Sent by",
    width: "8%",
    from: 960,
    cell: (row) => <ChannelIcons types={(row.recipients ?? []).map(({ type }) => type)} />,
  },
  ownersColumn({ width: "8%", from: 960 }),
  { ...modifiedColumn({ width: "10%", from: 1200 }), id: "changed_on", sort: "changed_on" },
  { id: "changed_by", header: "Modified by" },
  {
    id: "active",
    header: "Active",
    sort: "active",
    width: "6%",
    cell: (row) => <ActiveSwitch row={row} kind={kind} isFixed={!mayWrite || !isOwn(row.owners)} />,
  },
];

const EMPTY = {
  Alert: {
    title: "No alerts yet",
    text: "An alert asks a database for a number, and tells people when that crosses a line.",
  },
  Report: {
    title: "No reports yet",
    text: "A report sends a dashboard or chart to people, again and again at the times you choose.",
  },
} as const;

/** The alerts, or the reports, that the user may see. */
export function reportList(kind: ReportKind, acts: ReportActs): ListDefinition<ReportRow> {
  const { mayWrite } = acts;
  const mayChange = (row: ReportRow) => mayWrite && isOwn(row.owners);
  return {
    key: LIST_KEYS[kind],
    title: "Alerts & reports",
    noun: NOUNS[kind],
    columns: columnsOf(kind, mayWrite),
    filters: FILTERS,
    initialSort: { column: "name", order: "asc" },
    sorts: [],
    select: SELECT,
    load: async (q, signal) => {
      const ofKind = [...(q.filters ?? []), { col: "type", opr: "eq", value: kind }];
      const { count, result } = await call(report.list, { q: { ...q, filters: ofKind } }, { signal });
      if (q.page_size !== 1) acts.onLoaded(result);
      return { count, result };
    },
    nameOf: (row) => row.name,
    addressOf: (row) => `${listPath(kind)}?edit=${row.id}`,
    rowActions: [
      { key: "log", label: "Execution log", icon: History, inline: true, run: acts.onLog },
      { key: "edit", label: "Edit", icon: PencilLine, inline: true, when: mayChange, run: acts.onOpen },
      { key: "view", label: "View", icon: Eye, inline: true, when: (row) => !mayChange(row), run: acts.onOpen },
      { key: "run", label: "Run now", icon: Play, when: mayChange, run: acts.onRun },
      { ...DELETE, when: mayChange, run: (row) => acts.onDelete([row]) },
    ],
    bulkActions: mayWrite ? [{ ...DELETE, run: acts.onDelete }] : [],
    emptyIcon: Bell,
    empty: EMPTY[kind],
  };
}

interface ActiveSwitchProps {
  row: { id: number; name: string; active: boolean };
  kind: ReportKind;
  isFixed: boolean;
}

/** Whether it runs by its schedule; switched at once. */
function ActiveSwitch({ row, kind, isFixed }: ActiveSwitchProps) {
  const queries = useQueryClient();
  const [wanted, setWanted] = useState<boolean>();
  const toggle = async (active: boolean) => {
    setWanted(active);
    try {
      await call(report.update, { params: { id: row.id }, body: { active } });
      await queries.invalidateQueries({ queryKey: [LIST_KEYS[kind]] });
    } catch {
      toast.danger("We were unable to active or deactivate this report.");
    }
    setWanted(undefined);
  };
  return (
    <Switch
      size="small"
      aria-label={`Active: ${row.name}`}
      checked={wanted ?? row.active}
      disabled={isFixed}
      loading={wanted !== undefined}
      onChange={(active) => void toggle(active)}
    />
  );
}
