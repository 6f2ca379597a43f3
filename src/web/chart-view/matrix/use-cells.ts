import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { assignColors, LabelColors } from "../../../chart-kit/colors/label-colors.ts";
import type { FormData } from "../../../model/form-data.ts";
import { later } from "../../client/clock.ts";
import type { ChartColors, ChartViewProps } from "../ChartView.tsx";
import type { CellState } from "./grid-state.ts";

/** Results arrive one after another: batches them, as each batch recomputes the whole grid. */
const BATCH_WINDOW_MS = 60;

export interface Cells {
  /** By cell key; a new map on each change. */
  states: ReadonlyMap<string, CellState>;
  report(key: string, cell: CellState): void;
}

export function useCells(): Cells {
  const [states, setStates] = useState<ReadonlyMap<string, CellState>>(new Map());
  const pending = useRef(new Map<string, CellState>());
  const timer = useRef<() => void>(undefined);
  const report = useCallback((key: string, cell: CellState) => {
    pending.current.set(key, cell);
    timer.current ??= later(BATCH_WINDOW_MS, () => {
      timer.current = undefined;
      const arrived = pending.current;
      pending.current = new Map();
      setStates((old) => new Map([...old, ...arrived]));
    });
  }, []);
  useEffect(
    () => () => {
      timer.current?.();
      timer.current = undefined;
    },
    [],
  );
  return { states, report };
}

export interface GridColors {
  /** Stable for each key. */
  colorsOf(key: string): ChartColors;
  drawn: ReadonlyMap<string, string>;
  isMany: boolean;
}

/**
 * One color per label in all cells. Labels get colors in the order of their cells, whichever loads first; on a
 * dashboard they are the dashboard's colors, and a label keeps a color it already has.
 */
export function useGridColors(
  view: ChartViewProps,
  { slice_id, color_scheme, label_colors }: FormData,
  { keys, states }: { keys: readonly string[]; states: Cells["states"] },
): GridColors {
  const [colorOrder, setColorOrder] = useState<ColorOrder>({ order: [] });
  const { colors: dashboardColors, colorScheme } = view;
  const scheme = colorScheme || color_scheme;
  const forced = JSON.stringify(label_colors ?? null);
  const ledger = useMemo(() => {
    const options = { scheme, forced: JSON.parse(forced) };
    return ledgerOf((dashboardColors ?? new LabelColors()).chart(slice_id ?? 0, options), colorOrder.order);
  }, [dashboardColors, slice_id, scheme, forced, colorOrder]);
  useEffect(() => {
    const order = ledger.orderOf(keys.filter((key) => states.get(key)?.state.status === "ready"));
    if (!order) return;
    const isAnother = order.join("\n") !== [...ledger.drawn.keys()].join("\n");
    if (isAnother) dashboardColors?.recolor?.(slice_id ?? 0);
    if (isAnother || ledger.hasMoved()) setColorOrder({ order });
  }, [ledger, keys, states, dashboardColors, slice_id]);
  return ledger;
}

interface ColorOrder {
  order: readonly string[];
}

interface ColorLedger extends GridColors {
  /** Labels in cell order; undefined until all of these cells have been drawn. */
  orderOf(keys: readonly string[]): string[] | undefined;
  /** A label got another color since, because a later label needed the old one. */
  hasMoved(): boolean;
}

function ledgerOf(colorOf: (label: string) => string, order: readonly string[]): ColorLedger {
  const drawn = assignColors(order, colorOf);
  const cells = new Map<string, Set<string>>();
  const colorsByCell = new Map<string, ChartColors>();
  const beginOf = (key: string) => () => {
    const labels = new Set<string>();
    cells.set(key, labels);
    return (label: string) => {
      labels.add(label);
      const color = colorOf(label);
      if (!drawn.has(label)) drawn.set(label, color);
      return color;
    };
  };
  return {
    drawn,
    colorsOf: (key) => {
      const colors = colorsByCell.get(key) ?? { chart: beginOf(key) };
      colorsByCell.set(key, colors);
      return colors;
    },
    get isMany() {
      return [...cells.values()].some(({ size }) => size > 1);
    },
    orderOf: (keys) => {
      if (keys.length === 0 || keys.some((key) => !cells.has(key))) return undefined;
      return [...new Set(keys.flatMap((key) => [...(cells.get(key) ?? [])]))];
    },
    hasMoved: () => [...drawn].some(([label, color]) => colorOf(label) !== color),
  };
}
