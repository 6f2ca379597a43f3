import type { GridPosition } from "../../chart-kit/table/grid-cursor.ts";
import type { Line } from "./lines.ts";
import { PivotRow } from "./PivotRow.tsx";
import type { Tone } from "./selecting.ts";
import type { PivotDrawing } from "./transform.ts";
import type { usePivotWindow } from "./use-pivot-window.ts";

interface Props {
  id: string;
  drawing: PivotDrawing;
  rows: readonly Line[];
  columns: readonly Line[];
  tones: readonly Tone[];
  window: ReturnType<typeof usePivotWindow>;
  rowHeight: number;
  lefts?: readonly number[];
  from: number;
  to: number;
  hasBefore: boolean;
  hasAfter: boolean;
  active?: GridPosition;
  isClickable: boolean;
}

export function PivotBody({ window, rows, active, rowHeight, ...rest }: Props) {
  const rowAt = (index: number, above: Line | undefined) => {
    const line = rows[index];
    return line ? (
      <PivotRow
        key={index % Math.max(1, window.rows.length)}
        {...rest}
        {...{ line, index, above }}
        height={rowHeight}
        below={rows[index + 1]}
        active={active?.row === index ? active.column : undefined}
      />
    ) : null;
  };
  return (
    <>
      <tbody>
        <Spacer height={window.above} />
        {window.rows.map((index) => rowAt(index, index === window.top ? undefined : rows[index - 1]))}
        <Spacer height={window.below} />
      </tbody>
      {hasPinnedTotal(rows) && <tfoot>{rowAt(rows.length - 1, undefined)}</tfoot>}
    </>
  );
}

export function hasPinnedTotal(rows: readonly Line[]): boolean {
  return rows.at(-1)?.kind === "total" && rows.at(-2)?.kind !== "total";
}

function Spacer({ height }: { height: number }) {
  return height > 0 ? <tr aria-hidden style={{ height }} /> : null;
}
