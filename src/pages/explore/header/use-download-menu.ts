import { Download, Image } from "lucide-react";
import { createElement } from "react";
import { saveShown } from "../../../features/shown-rows/save.ts";
import { fileName } from "../../../features/shown-rows/texts.ts";
import { t } from "../../../i18n/translate.ts";
import type { MenuEntry, MenuItem } from "../../../ui/Menu.tsx";
import { questionsOf } from "../../../web/chart-view/answers.ts";
import { can } from "../../../web/session/session.ts";
import { useExplore, useWorkbench } from "../workbench/store-context.ts";
import { downloadData, downloadPicture, type FileKind } from "./downloads.ts";

const KINDS: readonly (readonly [FileKind, string])[] = [
  ["csv", "CSV"],
  ["xlsx", "Excel"],
  ["json", "JSON"],
];

const TABLES: readonly string[] = ["table", "ag-grid-table"];

export function useDownloadMenu(): MenuEntry {
  const { run, tableRows } = useWorkbench();
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
  const mayExport = can("can_csv", "Superset");
  return {
    key: "download",
    label: t("Download"),
    icon: createElement(Download, { size: 14 }),
    children: [
      ...(mayExport ? [{ key: "all", group: t("All data"), items: [...data, ...pivoted] }] : []),
      ...(mayExport && isTable ? [{ key: "view", group: t("Current view"), items: KINDS.map(viewOf) }] : []),
      {
        key: "image",
        label: t("Image"),
        icon: createElement(Image, { size: 14 }),
        onSelect: () => void downloadPicture(name),
      },
    ],
  };
}
