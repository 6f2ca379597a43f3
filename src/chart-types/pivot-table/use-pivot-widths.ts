import { useState } from "react";
import type { PivotLayout } from "./layout.ts";
import type { Line } from "./lines.ts";

/** User-dragged widths in pixels, keyed by value column or `headingKey`. */
export type DraggedWidths = ReadonlyMap<string, number>;

const NONE: DraggedWidths = new Map();

export const headingKey = (level: number) => `heading ${level}`;

export function usePivotWidths() {
  const [widths, setWidths] = useState(NONE);
  function resize(key: string, width: number | undefined): void {
    setWidths((known) => {
      const next = new Map(known);
      if (width === undefined) next.delete(key);
      else next.set(key, width);
      return next;
    });
  }
  return { widths, resize };
}

export function withDragged(layout: PivotLayout, columns: readonly Line[], widths: DraggedWidths): PivotLayout {
  if (widths.size === 0) return layout;
  return {
    headings: layout.headings.map((width, level) => widths.get(headingKey(level)) ?? width),
    values: layout.values.map((width, at) => widths.get(columns[at]?.key ?? "") ?? width),
  };
}
