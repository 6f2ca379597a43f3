import { Code, Download, FileJson, FileSpreadsheet, Image, RefreshCw, SquareTerminal } from "lucide-react";
import { createElement } from "react";
import { useNavigate } from "react-router";
import { postChartData } from "../../../api/chart-data/contract.ts";
import type { MenuEntry } from "../../../ui/Menu.tsx";
import { call } from "../../../web/client.ts";
import { can } from "../../../web/session.ts";
import { datasourceKeyOf, mayUseSqlLab, requestOf, SQL_LAB_PATH } from "../../../web/sql/sql-lab.ts";
import { toast } from "../../../web/toasts.ts";
import { useBench, useExplore } from "../workbench/store-context.ts";
import { openDialog } from "./dialogs.ts";
import { downloadData, downloadPicture } from "./downloads.ts";

/** What can be done with the drawn chart: query, downloads, another run. */
export function useChartMenu(): MenuEntry[] {
  const { run, store } = useBench();
  const name = useExplore((state) => state.name || state.dataset.table_name);
  const { context } = run;
  const mayDownload = can("can_csv", "Superset");
  const navigate = useNavigate();
  const runInSqlLab = async () => {
    if (!context) return;
    try {
      const { result } = await call(postChartData, { body: { ...context, result_type: "query" } });
      const sql = result.map((one) => one.query ?? "").join(";\n\n");
      void navigate(SQL_LAB_PATH, requestOf({ datasourceKey: datasourceKeyOf(context), sql, name }));
    } catch (error) {
      toast.error(error);
    }
  };
  const icon = (Icon: typeof Code) => createElement(Icon, { size: 14 });
  return [
    { key: "query", label: "View query", icon: icon(Code), disabled: !context, onSelect: () => openDialog("query") },
    ...(mayUseSqlLab() && context
      ? [{ key: "sql-lab", label: "Run in SQL Lab", icon: icon(SquareTerminal), onSelect: () => void runInSqlLab() }]
      : []),
    {
      key: "run",
      label: "Run queries again",
      icon: icon(RefreshCw),
      onSelect: () => store.getState().run(true),
    },
    { key: "data", divider: true },
    ...(mayDownload
      ? [
          {
            key: "csv",
            label: "Download CSV",
            icon: icon(Download),
            disabled: !context,
            onSelect: () => void downloadData(context, name, "csv"),
          },
          {
            key: "xlsx",
            label: "Download Excel",
            icon: icon(FileSpreadsheet),
            disabled: !context,
            onSelect: () => void downloadData(context, name, "xlsx"),
          },
          {
            key: "json",
            label: "Download JSON",
            icon: icon(FileJson),
            disabled: !context,
            onSelect: () => void downloadData(context, name, "json"),
          },
        ]
      : []),
    { key: "image", label: "Download image", icon: icon(Image), onSelect: () => void downloadPicture(name) },
  ];
}
