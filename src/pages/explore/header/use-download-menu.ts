import { Download, FileText, Image } from "lucide-react";
import { createElement } from "react";
import { saveShown } from "../../../features/shown-rows/save.ts";
import { fileName } from "../../../features/shown-rows/texts.ts";
import { t } from "../../../i18n/translate.ts";
import { lazy } from "../../../ui/lazy.ts";
import type { MenuEntry, MenuItem } from "../../../ui/Menu.tsx";
import { questionsOf } from "../../../web/chart-view/answers.ts";
import { can } from "../../../web/session/session.ts";
import { runLazy } from "../../../web/toasts/run-lazy.ts";
import { useDerivedState, useExplore, useWorkbench } from "../workbench/store-context.ts";
import { downloadData, downloadPicture, type FileKind } from "./downloads.ts";
import { useChartDetail } from "./use-chart-detail.ts";
import { permalinkKeyOf } from "./use-share.ts";

const PDF = lazy(() => import("../../../features/share/pdf.ts"));

const KINDS: readonly (readonly [FileKind, string])[] = [
  ["csv", "CSV"],
  ["xlsx", "Excel"],
  ["json", "JSON"],
];

const TABLES: readonly string[] = ["table", "ag-grid-table"];

/** Undefined for charts that aren't saved, and when the server has no browser to draw them. */
function usePdfEntry(): MenuItem | undefined {
  const { store } = useWorkbench();
  const { data: detail } = useChartDetail();
  const { chart, name } = useExplore((state) => state);
  const isAltered = useDerivedState().altered.length > 0;
  const canLink = can("can_write", "ExplorePermalinkRestApi");
  if (!chart || !detail?.thumbnail_url || (isAltered && !canLink)) return undefined;
  const file = fileName(name, "pdf");
  const permalinkKey = async () => (isAltered ? permalinkKeyOf(store) : undefined);
  return {
    key: "pdf",
    label: "PDF",
    icon: createElement(FileText, { size: 14 }),
    onSelect: () => void runLazy(PDF, ({ saveChartPdf }) => saveChartPdf({ id: chart.id, file, permalinkKey })),
  };
}

export function useDownloadMenu(): MenuEntry {
  const { run, tableRows } = useWorkbench();
  const pdf = usePdfEntry();
  const name = useExplore((state) => state.name || state.dataset.table_name);
  const isTable = useExplore((state) => TABLES.includes(state.formData.viz_type));
  const isPivot = useExplore((state) => state.formData.viz_type === "pivot_table_v2");
  const questions = questionsOf(run, name);
  const fileOf = ([kind, label]: (typeof KINDS)[number], isPivoted = false): MenuItem => ({
    key: isPivoted ? `pivoted-${kind}` : kind,
    label: isPivoted ? t("{format} (pivoted)", { format: label }) : label,
    disabled: questions.length === 0,
    onSelect: async () => {
      for (const { context, name: own } of questions) await downloadData(context, { name: own, kind, isPivoted });
    },
  });
  const data = KINDS.map((kind) => fileOf(kind));
  const pivoted = isPivot ? KINDS.filter(([kind]) => kind !== "json").map((kind) => fileOf(kind, true)) : [];
  const viewOf = ([kind, label]: (typeof KINDS)[number]): MenuItem => ({
    key: `shown-${kind}`,
    label: t("{format} (visible rows)", { format: label }),
    disabled: questions.length === 0,
    onSelect: () => void saveShown(tableRows.current, kind, fileName(name, kind)),
  });
  const canExport = can("can_csv", "Superset");
  return {
    key: "download",
    label: t("Download"),
    icon: createElement(Download, { size: 14 }),
    children: [
      ...(canExport ? [{ key: "all", group: t("All data"), items: [...data, ...pivoted] }] : []),
      ...(canExport && isTable ? [{ key: "view", group: t("Current view"), items: KINDS.map(viewOf) }] : []),
      {
        key: "image",
        label: t("Image"),
        icon: createElement(Image, { size: 14 }),
        onSelect: () => void downloadPicture(name),
      },
      ...(pdf ? [pdf] : []),
    ],
  };
}
