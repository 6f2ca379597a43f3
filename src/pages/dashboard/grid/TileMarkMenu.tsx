import type { Selection } from "../../../chart-seam/chart-type.ts";
import { chartCard } from "../../../chart-types/index.ts";
import type { MarkSelection } from "../../../model/cross-filter.ts";
import { useDashboardPage } from "../state/context.ts";
import { usedColumns } from "./drill.ts";
import { filterEntries } from "./filter-entries.ts";
import { type DrillBy, MarkMenu, type MarkPlace } from "./MarkMenu.tsx";
import type { TileDialog } from "./TileDialogs.tsx";
import { canDrill, canDrillBy, type Tile } from "./use-tile.ts";

interface TileMarkMenuProps {
  chartId: number;
  at: MarkPlace;
  tile: Tile;
  onFilter?(selection: MarkSelection): void;
  onDialog(dialog: TileDialog): void;
  onClose(): void;
}

export function TileMarkMenu({ chartId, at, tile, onFilter, onDialog, onClose }: TileMarkMenuProps) {
  const { selection, actions } = at;
  const { canEdit } = useDashboardPage();
  return (
    <MarkMenu
      at={at}
      selection={selection}
      actions={actions}
      onFilter={onFilter}
      onDetail={canDrill(tile) ? () => onDialog({ kind: "detail", selection }) : undefined}
      drillBy={drillByOf(tile, selection, onDialog)}
      added={filterEntries(chartId, tile, { canEdit, onDialog })}
      onTable={() => onDialog({ kind: "table" })}
      onClose={onClose}
    />
  );
}

function drillByOf(
  { dataset, dashboard, formData }: Tile,
  selection: Selection | null,
  onDialog: TileMarkMenuProps["onDialog"],
): DrillBy | undefined {
  const behaviors = chartCard(formData.viz_type)?.behaviors ?? [];
  const isRaw = formData.query_mode === "raw";
  if (!dataset || isRaw || !behaviors.includes("drill-by") || !canDrillBy({ dataset })) return undefined;
  return {
    datasetId: dataset.id,
    dashboardId: dashboard.detail.id,
    used: usedColumns(formData, [selection]),
    onChoose: (dimension) => onDialog({ kind: "drill-by", step: { selection, dimension } }),
  };
}
