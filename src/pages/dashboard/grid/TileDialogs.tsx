import type { Selection } from "../../../chart-seam/chart-type.ts";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import type { SuggestedFilter } from "../edit/suggested-filters.ts";
import type { DrillStep } from "./drill.ts";
import type { Tile } from "./use-tile.ts";

export type TileDialog =
  | { kind: "query" }
  | { kind: "table" }
  | { kind: "detail"; selection: Selection | null }
  | { kind: "drill-by"; step: DrillStep }
  | { kind: "filter"; suggested: SuggestedFilter }
  | { kind: "range" };

const QueryDialog = lazyComponent(async () => (await import("./QueryDialog.tsx")).QueryDialog);
const TableDialog = lazyComponent(async () => (await import("./TableDialog.tsx")).TableDialog);
const DrillDetailDialog = lazyComponent(async () => (await import("./DrillDetailDialog.tsx")).DrillDetailDialog);
const DrillByDialog = lazyComponent(async () => (await import("./DrillByDialog.tsx")).DrillByDialog);
const AddedFilter = lazyComponent(async () => (await import("../edit/AddedFilter.tsx")).AddedFilter);
const RangeDialog = lazyComponent(async () => (await import("./RangeDialog.tsx")).RangeDialog);

interface TileDialogsProps {
  chartId: number;
  title: string;
  tile: Tile;
  open: TileDialog | null;
  onClose(): void;
}

export function TileDialogs({ open, ...rest }: TileDialogsProps) {
  if (!open) return null;
  return dialogOf(open, rest);
}

function dialogOf(open: TileDialog, { chartId, title, tile, onClose }: Omit<TileDialogsProps, "open">) {
  switch (open.kind) {
    case "query":
      return (
        <QueryDialog title={title} state={tile.state} backend={tile.dataset?.database?.backend} onClose={onClose} />
      );
    case "table":
      return <TableDialog title={title} state={tile.state} dataset={tile.dataset} onClose={onClose} />;
    case "detail":
      return <DrillDetailDialog title={title} tile={tile} selection={open.selection} onClose={onClose} />;
    case "drill-by":
      return <DrillByDialog {...{ chartId, title, tile, onClose }} step={open.step} />;
    case "range":
      return <RangeDialog {...{ chartId, title, tile, onClose }} />;
    case "filter":
      return <AddedFilter suggested={open.suggested} onClose={onClose} />;
  }
}
