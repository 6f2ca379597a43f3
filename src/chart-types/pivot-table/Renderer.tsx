import { useId, useMemo, useRef } from "react";
import { ScrollFrame } from "../../chart-kit/table/ScrollFrame.tsx";
import { useBoxWidth } from "../../chart-kit/table/use-box-width.ts";
import { useGridCursor } from "../../chart-kit/table/use-grid-cursor.ts";
import type { RendererProps } from "../../chart-seam/chart-type.ts";
import { headingRuns, levelCount } from "./headings.ts";
import { headHeights, layoutOf, levelNames, total } from "./layout.ts";
import { hasPinnedTotal, PivotBody } from "./PivotBody.tsx";
import { PivotHead, TITLE_HEIGHT } from "./PivotHead.tsx";
import styles from "./Renderer.module.css";
import { toneOf } from "./selecting.ts";
import type { PivotDrawing } from "./transform.ts";
import { pivotActions, pivotHandlers } from "./use-pivot-events.ts";
import { usePivotView } from "./use-pivot-view.ts";
import { usePivotWidths, withDragged } from "./use-pivot-widths.ts";
import { usePivotWindow } from "./use-pivot-window.ts";

const ROW_HEIGHT = 28;
const COMPACT_ROW_HEIGHT = 24;
const COMPACT_BELOW = 240;
/** Row headings are frozen if they leave at least this share of the width to values. */
const FROZEN_SHARE = 0.6;

/**
 * A virtualized pivot table. One tab stop; arrows move, Enter filters by the active cell, Space folds a group or sorts
 * by a column.
 */
export function Renderer({ props: drawing, height, onSelect, onContextMenu }: RendererProps<PivotDrawing>) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const available = useBoxWidth(box);
  const view = usePivotView(drawing);
  const { rows, columns } = view;
  const fitting = useMemo(() => layoutOf({ drawing, rows, columns, available }), [drawing, rows, columns, available]);
  const { widths, resize } = usePivotWidths();
  const layout = useMemo(() => withDragged(fitting, columns, widths), [fitting, columns, widths]);
  const runs = useMemo(() => headingRuns(columns, drawing.columns, drawing), [columns, drawing]);
  const tones = useMemo(
    () => columns.map(({ node }) => toneOf(drawing.columns, node, drawing.selected)),
    [columns, drawing],
  );
  const levels = levelCount(drawing.rows);
  const rowHeight = height < COMPACT_BELOW ? COMPACT_ROW_HEIGHT : ROW_HEIGHT;
  const hasTitle = height >= COMPACT_BELOW && drawing.columns.names.length > 0;
  const lineHeights = useMemo(
    () => headHeights(runs, layout, { names: levelNames(drawing, "rows"), rowHeight }),
    [runs, layout, drawing, rowHeight],
  );
  const headHeight = total(lineHeights) + (hasTitle ? TITLE_HEIGHT : 0);
  const headingsWidth = total(layout.headings);
  const isFrozen = available === 0 || headingsWidth <= available * FROZEN_SHARE;
  const lefts = useMemo(
    () => (isFrozen ? layout.headings.map((_, level) => total(layout.headings.slice(0, level))) : undefined),
    [layout, isFrozen],
  );
  const window = usePivotWindow(box, {
    ...{
      rows: rows.length - Number(hasPinnedTotal(rows)),
      height: rowHeight,
      widths: layout.values,
      headHeight,
      headingsWidth,
      isFrozen,
    },
  });

  const grid = { id, drawing, view, runs, levels };
  const actions = pivotActions(grid, { onSelect, onContextMenu });
  const cursor = useGridCursor({
    size: { rows: rows.length, columns: levels + columns.length, page: window.page, headers: runs.length },
    reveal: ({ row, column }) => window.reveal(row, column - levels),
    activate: actions.activate,
    toggle: actions.toggle,
    menu: actions.menu,
  });
  const part = {
    ...{ id, drawing, columns, levels, lefts, rowHeight, isClickable: onSelect !== undefined },
    ...{ from: window.from, to: window.to, hasBefore: window.before > 0, hasAfter: window.after > 0 },
  };

  return (
    <ScrollFrame>
      <div ref={box} className={styles.box}>
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells the keyboard walks is a grid
          role="grid"
          className={styles.table}
          style={{ width: headingsWidth + total(layout.values) }}
          aria-label={drawing.label}
          aria-rowcount={rows.length}
          aria-colcount={levels + columns.length}
          aria-activedescendant={cursor.active && `${id}-${cursor.active.row}-${cursor.active.column}`}
          tabIndex={0}
          onKeyDown={cursor.onKeyDown}
          onFocus={cursor.onFocus}
          {...pivotHandlers(actions, cursor, grid)}
        >
          <colgroup>
            {layout.headings.map((width, level) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: levels have no other identity
              <col key={level} style={{ width }} />
            ))}
            {part.hasBefore && <col style={{ width: window.before }} />}
            {columns.slice(window.from, window.to).map(({ key }, at) => (
              <col key={key} style={{ width: layout.values[window.from + at] }} />
            ))}
            {part.hasAfter && <col style={{ width: window.after }} />}
          </colgroup>
          <PivotHead
            {...part}
            {...{ runs, hasTitle, layout, lineHeights }}
            onResize={resize}
            frozenWidth={headingsWidth}
            sort={view.sort}
            active={cursor.active}
          />
          <PivotBody {...part} {...{ rows, tones, window }} active={cursor.active} />
        </table>
      </div>
    </ScrollFrame>
  );
}
