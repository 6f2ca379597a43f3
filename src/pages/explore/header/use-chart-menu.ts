import { Code, RefreshCw, SquareTerminal } from "lucide-react";
import { createElement } from "react";
import { useNavigate } from "react-router";
import { postChartData } from "../../../api/chart-data/contract.ts";
import { t } from "../../../i18n/translate.ts";
import type { MenuEntry } from "../../../ui/Menu.tsx";
import { call } from "../../../web/client/client.ts";
import {
  canUseSqlLab,
  datasourceKeyOf,
  openSqlLabInNewTab,
  requestOf,
  SQL_LAB_PATH,
} from "../../../web/sql/sql-lab.ts";
import { toast } from "../../../web/toasts/toasts.ts";
import { openDialog } from "../state/dialogs.ts";
import { useExplore, useWorkbench } from "../workbench/store-context.ts";
import { useDownloadMenu } from "./use-download-menu.ts";

export function useChartMenu(): MenuEntry[] {
  const { run, store } = useWorkbench();
  const name = useExplore((state) => state.name || state.dataset.table_name);
  const { context } = run;
  const downloads = useDownloadMenu();
  const navigate = useNavigate();
  const runInSqlLab = async (isApart: boolean) => {
    if (!context) return;
    try {
      const { result } = await call(postChartData, { body: { ...context, result_type: "query" } });
      const sql = result.map((one) => one.query ?? "").join(";\n\n");
      const query = { datasourceKey: datasourceKeyOf(context), sql, name };
      if (isApart) await openSqlLabInNewTab(query);
      else void navigate(SQL_LAB_PATH, requestOf(query));
    } catch (error) {
      toast.error(error, (message) => t("An error occurred while loading the SQL: {message}", { message }));
    }
  };
  const icon = (Icon: typeof Code) => createElement(Icon, { size: 14 });
  return [
    { key: "query", label: t("View query"), icon: icon(Code), disabled: !context, onSelect: () => openDialog("query") },
    ...(canUseSqlLab() && context
      ? [
          {
            key: "sql-lab",
            label: t("Run in SQL Lab"),
            icon: icon(SquareTerminal),
            onSelect: (isApart: boolean) => void runInSqlLab(isApart),
          },
        ]
      : []),
    {
      key: "run",
      label: t("Run queries again"),
      icon: icon(RefreshCw),
      onSelect: () => store.getState().run(true),
    },
    downloads,
  ];
}
