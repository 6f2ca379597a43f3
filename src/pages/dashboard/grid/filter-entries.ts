import { ListFilterPlus, MoveHorizontal } from "lucide-react";
import { createElement } from "react";
import { chartCard } from "../../../chart-types/index.ts";
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

/** The keyboard's way of dragging across the chart. */
export function rangeEntries({ emits, formData }: Tile, onDialog: Actions["onDialog"]): MenuEntry[] {
  if (!emits || !chartCard(formData.viz_type)?.behaviors.includes("range-filter")) return [];
  return [
    {
      key: "range",
      icon: createElement(MoveHorizontal, { size: 14 }),
      label: t("Filter by range"),
      onSelect: () => onDialog({ kind: "range" }),
    },
  ];
}
