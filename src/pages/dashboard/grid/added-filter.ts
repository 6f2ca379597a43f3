import { ListFilterPlus } from "lucide-react";
import { createElement } from "react";
import { t } from "../../../i18n/translate.ts";
import type { MenuEntry } from "../../../ui/Menu.tsx";
import { filtersForChart } from "../edit/suggested-filters.ts";
import type { TileDialog } from "./TileDialogs.tsx";
import type { Tile } from "./use-tile.ts";

interface Actions {
  canEdit: boolean;
  onDialog(dialog: TileDialog): void;
}

/** A menu with the chart's columns, each of which opens the filter dialog with a new filter. */
export function filterEntries(chartId: number, { dashboard }: Tile, { canEdit, onDialog }: Actions): MenuEntry[] {
  const columns = canEdit ? filtersForChart(dashboard, chartId) : [];
  if (columns.length === 0) return [];
  return [
    {
      key: "dashboard-filter",
      icon: createElement(ListFilterPlus, { size: 14 }),
      label: t("Add as dashboard filter"),
      children: columns.map((one) => ({
        key: `filter-${one.column}`,
        label: one.label,
        onSelect: () => onDialog({ kind: "filter", suggested: one }),
      })),
    },
  ];
}
