import { Download, Image } from "lucide-react";
import { createElement } from "react";
import type { MenuEntry, MenuItem } from "../../../ui/Menu.tsx";
import { can } from "../../../web/session.ts";
import { useBench, useExplore } from "../workbench/store-context.ts";
import { downloadData, downloadPicture, type FileKind } from "./downloads.ts";

const KINDS: readonly (readonly [FileKind, string])[] = [
  ["csv", "CSV"],
  ["xlsx", "Excel"],
  ["json", "JSON"],
];

/** The files a chart can be had as: its data as the server writes them, pivoted where it pivots, and its picture. */
export function useDownloadMenu(): MenuEntry {
  const { run } = useBench();
  const name = useExplore((state) => state.name || state.dataset.table_name);
  const isPivot = useExplore((state) => state.formData.viz_type === "pivot_table_v2");
  const { context } = run;
  const fileOf = ([kind, label]: (typeof KINDS)[number], isPivoted = false): MenuItem => ({
    key: isPivoted ? `pivoted-${kind}` : kind,
    label: isPivoted ? `${label}, pivoted` : label,
    disabled: !context,
    onSelect: () => void downloadData(context, { name, kind, isPivoted }),
  });
  const data = KINDS.map((kind) => fileOf(kind));
  const pivoted = isPivot ? KINDS.filter(([kind]) => kind !== "json").map((kind) => fileOf(kind, true)) : [];
  return {
    key: "download",
    label: "Download",
    icon: createElement(Download, { size: 14 }),
    children: [
      ...(can("can_csv", "Superset") ? [{ key: "all", group: "All data", items: [...data, ...pivoted] }] : []),
      {
        key: "image",
        label: "Image",
        icon: createElement(Image, { size: 14 }),
        onSelect: () => void downloadPicture(name),
      },
    ],
  };
}
