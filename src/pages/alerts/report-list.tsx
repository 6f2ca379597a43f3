import { useQueryClient } from "@tanstack/react-query";
import { Button, Switch } from "antd";
import { Bell, BellRing, Eye, History, PencilLine, Play, Plus, Send } from "lucide-react";
import { useState } from "react";
import type { z } from "zod";
import * as report from "../../api/report/contract.ts";
import { t } from "../../i18n/translate.ts";
import { call } from "../../web/client/client.ts";
import { RelativeTime } from "../../web/components/RelativeTime.tsx";
import type { ListDefinition, ListFilter } from "../../web/list-view/definition.ts";
import { DELETE, manyFilter, modifiedByFilter, modifiedColumn, ownersColumn } from "../../web/list-view/standard.tsx";
import { isAdmin, useSession } from "../../web/session/session.ts";
import { toast } from "../../web/toasts/toasts.ts";
import { LastRun } from "./LastRun.tsx";
import { NextRunCell, ScheduleCell, StateCell } from "./RowCells.tsx";
import { ChannelIcons, LIST_KEYS, listPath, NOUNS, type ReportKind, STATE_CHOICES, TEXTS } from "./report-labels.tsx";

export type ReportRow = z.output<typeof report.ReportRow>;

export interface ReportActions {
  canWrite: boolean;
  onOpen(row: ReportRow): void;
  onLog(row: ReportRow): void;
  onRun(row: ReportRow): void;
  onValues(row: ReportRow): void;
  onNew(): void;
  onDelete(rows: readonly ReportRow[], done?: () => void): void;
  onLoaded(rows: readonly ReportRow[]): void;
}

export function isOwn(owners: readonly { id?: number }[] | undefined): boolean {
  const session = useSession.getState();
  const me = session.kind === "signed-in" ? session.user.userId : undefined;
  return isAdmin() || (owners ?? []).some(({ id }) => id === me);
}

const FILTERS: readonly ListFilter[] = [
  { kind: "search", id: "name", key: "search", label: t("Name, description or SQL"), operator: "report_all_text" },
  manyFilter(report.related, "owners", t("Owner"), "owner"),
  { kind: "select", id: "last_state", key: "status", label: t("Status"), operator: "eq", options: STATE_CHOICES },
  modifiedByFilter(report.related),
];

const SELECT = [
  ...["id", "name", "type", "active", "crontab", "crontab_humanized", "timezone", "last_eval_dttm", "last_state"],
  ...["owners.id", "owners.first_name", "owners.last_name", "recipients.id", "recipients.type", "changed_on"],
];

const columnsOf = (kind: ReportKind, canWrite: boolean): ListDefinition<ReportRow>["columns"] => [
  { id: "name", header: t("Name"), sort: "name", cell: () => null },
  {
    id: "next_run",
    header: t("Next run"),
    width: "13%",
    wraps: true,
    from: 640,
    below: true,
    cell: (row) => <NextRunCell row={row} />,
  },
  {
    id: "last_state",
    header: t("Last result"),
    width: "14%",
    from: 640,
    below: true,
    cell: (row) => <StateCell row={row} />,
  },
  {
    id: "last_eval_dttm",
    header: t("Last run"),
    sort: "last_eval_dttm",
    width: "9%",
    from: 640,
    below: true,
    cell: (row) => <RelativeTime at={row.last_eval_dttm} short capitalized />,
  },
  {
    id: "crontab_humanized",
    header: t("Schedule"),
    sort: "crontab_humanized",
    width: "17%",
    from: 1200,
    wraps: true,
    cell: (row) => <ScheduleCell row={row} />,
  },
  {
    id: "recipients",
    header: t("Channel"),
    width: "7%",
    from: 1600,
    cell: (row) => <ChannelIcons types={(row.recipients ?? []).map(({ type }) => type)} />,
  },
  ownersColumn({ width: "7%", from: 960 }),
  { ...modifiedColumn({ width: "10%", from: 1600 }), id: "changed_on", sort: "changed_on" },
  { id: "changed_by", header: t("Modified by") },
  {
    id: "active",
    header: t("Active"),
    sort: "active",
    width: "6%",
    cell: (row) => <ActiveSwitch row={row} kind={kind} isReadOnly={!canWrite || !isOwn(row.owners)} />,
  },
];

const EMPTY = {
  Alert: {
    title: t("No alerts yet"),
    text: t("An alert checks a value on a schedule and notifies people when it crosses a threshold."),
  },
  Report: {
    title: t("No reports yet"),
    text: t("A report emails a dashboard or chart on a schedule."),
  },
} as const;

export function reportList(kind: ReportKind, actions: ReportActions): ListDefinition<ReportRow> {
  const { canWrite } = actions;
  const canEdit = (row: ReportRow) => canWrite && isOwn(row.owners);
  return {
    key: LIST_KEYS[kind],
    title: t("Alerts & reports"),
    noun: NOUNS[kind],
    columns: columnsOf(kind, canWrite),
    filters: FILTERS,
    initialSort: { column: "name", order: "asc" },
    sorts: [],
    select: SELECT,
    load: async (q, signal) => {
      const ofKind = [...(q.filters ?? []), { col: "type", opr: "eq", value: kind }];
      const { count, result } = await call(report.list, { q: { ...q, filters: ofKind } }, { signal });
      if (q.page_size !== 1) actions.onLoaded(result);
      return { count, result };
    },
    nameOf: (row) => row.name,
    addressOf: (row) => `${listPath(kind)}?edit=${row.id}`,
    rowActions: [
      { key: "log", label: t("Execution log"), icon: History, inline: true, run: actions.onLog },
      ...(kind === "Alert"
        ? [{ key: "values", label: t("States and silences"), icon: BellRing, when: canEdit, run: actions.onValues }]
        : []),
      { key: "edit", label: t("Edit"), icon: PencilLine, inline: true, when: canEdit, run: actions.onOpen },
      {
        key: "view",
        label: t("View##verb"),
        icon: Eye,
        inline: true,
        when: (row) => !canEdit(row),
        run: actions.onOpen,
      },
      kind === "Report"
        ? { key: "run", label: t("Send now"), icon: Send, inline: true, when: canEdit, run: actions.onRun }
        : { key: "run", label: t("Run now"), icon: Play, when: canEdit, run: actions.onRun },
      { ...DELETE, when: canEdit, run: (row) => actions.onDelete([row]) },
    ],
    bulkActions: canWrite ? [{ ...DELETE, run: actions.onDelete }] : [],
    detail: (row) => <LastRun key={row.last_eval_dttm} row={row} />,
    emptyIcon: Bell,
    empty: { ...EMPTY[kind], action: canWrite ? <NewButton kind={kind} onClick={actions.onNew} /> : undefined },
  };
}

export function NewButton({ kind, onClick }: { kind: ReportKind; onClick(): void }) {
  return (
    <Button type="primary" icon={<Plus size={16} />} onClick={onClick}>
      {TEXTS[kind].create}
    </Button>
  );
}

interface ActiveSwitchProps {
  row: { id: number; name: string; active: boolean };
  kind: ReportKind;
  isReadOnly: boolean;
}

function ActiveSwitch({ row, kind, isReadOnly }: ActiveSwitchProps) {
  const queries = useQueryClient();
  const [pending, setPending] = useState<boolean>();
  const toggle = async (active: boolean) => {
    setPending(active);
    try {
      await call(report.update, { params: { id: row.id }, body: { active } });
      await queries.invalidateQueries({ queryKey: [LIST_KEYS[kind]] });
    } catch {
      toast.danger(t("We were unable to active or deactivate this report."));
    }
    setPending(undefined);
  };
  return (
    <Switch
      size="small"
      aria-label={t("Active: {name}", { name: row.name })}
      checked={pending ?? row.active}
      disabled={isReadOnly}
      loading={pending !== undefined}
      onChange={(active) => void toggle(active)}
    />
  );
}
