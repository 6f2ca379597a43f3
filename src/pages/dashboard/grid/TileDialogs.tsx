import { lazy, Suspense } from "react";
import type { Tile } from "./use-tile.ts";

export type TileDialog = "query" | "table";

const QueryDialog = lazy(async () => ({ default: (await import("./QueryDialog.tsx")).QueryDialog }));
const TableDialog = lazy(async () => ({ default: (await import("./TableDialog.tsx")).TableDialog }));

interface TileDialogsProps {
  chartId: number;
  title: string;
  tile: Tile;
  open: TileDialog | null;
  onClose(): void;
}

/** Dialogs of a tile, each loaded when first opened. */
export function TileDialogs({ title, tile, open, onClose }: TileDialogsProps) {
  if (!open) return null;
  return (
    <Suspense fallback={null}>
      {open === "query" ? (
        <QueryDialog title={title} state={tile.state} backend={tile.dataset?.database?.backend} onClose={onClose} />
      ) : (
        <TableDialog title={title} state={tile.state} dataset={tile.dataset} onClose={onClose} />
      )}
    </Suspense>
  );
}
