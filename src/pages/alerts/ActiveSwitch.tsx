import { useQueryClient } from "@tanstack/react-query";
import { Switch } from "antd";
import { useState } from "react";
import * as report from "../../api/report/contract.ts";
import { call } from "../../web/client/client.ts";
import { toast } from "../../web/toasts/toasts.ts";
import { LIST_KEYS, type ReportKind } from "./report-words.tsx";

interface ActiveSwitchProps {
  row: { id: number; name: string; active: boolean };
  kind: ReportKind;
  isFixed: boolean;
}

/** Whether it runs by its schedule; switched at once. */
export function ActiveSwitch({ row, kind, isFixed }: ActiveSwitchProps) {
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
