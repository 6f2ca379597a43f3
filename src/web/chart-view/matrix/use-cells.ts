import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { assignColors, LabelColors } from "../../../chart-kit/colors/label-colors.ts";
import type { FormData } from "../../../model/form-data.ts";
import { later } from "../../client/clock.ts";
import type { ChartColors, ChartViewProps } from "../ChartView.tsx";
import type { CellState } from "./grid-state.ts";

/** Answers come in rows: what follows of all cells is worked out once for those that come together. */
const TOGETHER_MS = 60;

export interface Cells {
  /** By the cells' keys; a new map whenever one has changed. */
  states: ReadonlyMap<string, CellState>;
  report(key: string, cell: CellState): void;
}

export function useCells(): Cells {
  const [states, setStates] = useState<ReadonlyMap<string, CellState>>(new Map());
  const waiting = useRef(new Map<string, CellState>());
  const timer = useRef<() => void>(undefined);
  const report = useCallback((key: string, cell: CellState) => {
    waiting.current.set(key, cell);
    timer.current ??= later(TOGETHER_MS, () => {
      timer.current = undefined;
      const arrived = waiting.current;
      waiting.current = new Map();
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
  /** For the chart of a cell; the same while nothing changes. */
  colorsOf(key: string): ChartColors;
  /** What has been drawn so far: label -> colour. */
  drawn: ReadonlyMap<string, string>;
  /** One chart at least draws several labels, so that it takes a legend to tell them apart. */
  isMany: boolean;
}

/**
 * One colour for a label in every cell. Labels take their turn by the places of their cells, whichever was answered
 * first; on a dashboard the colours are the dashboard's, and a label keeps what another chart or an earlier visit gave it.
 */
export function useGridColors(
  view: ChartViewProps,
  { slice_id, color_scheme, label_colors }: FormData,
  { keys, states }: { keys: readonly string[]; states: Cells["states"] },
): GridColors {
  const [turns, setTurns] = useState<Turns>({ order: [] });
  const { colors: given, colorScheme } = view;
  const scheme = colorScheme || color_scheme;
  const forced = JSON.stringify(label_colors ?? null);
  const ledger = useMemo(() => {
    const options = { scheme, forced: JSON.parse(forced) };
    return ledgerOf((given ?? new LabelColors()).chart(slice_id ?? 0, options), turns.order);
  }, [given, slice_id, scheme, forced, turns]);
  useEffect(() => {
    const order = ledger.orderOf(keys.filter((key) => states.get(key)?.state.status === "ready"));
    if (!order) return;
    const isAnother = order.join("\n") !== [...ledger.drawn.keys()].join("\n");
    if (isAnother) given?.recolor?.(slice_id ?? 0);
    if (isAnother || ledger.hasMoved()) setTurns({ order });
  }, [ledger, keys, states, given, slice_id]);
  return ledger;
}

/** Labels in the order in which they are given colours. */
interface Turns {
  order: readonly string[];
}

interface Ledger extends GridColors {
  /** The labels of these cells in the order of the cells; undefined while one of them has not been drawn. */
  orderOf(keys: readonly string[]): string[] | undefined;
  /** A colour given before is another now, because a label that came later needed it. */
  hasMoved(): boolean;
}

function ledgerOf(colorOf: (label: string) => string, order: readonly string[]): Ledger {
  const drawn = assignColors(order, colorOf);
  const cells = new Map<string, Set<string>>();
  const given = new Map<string, ChartColors>();
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
      const colors = given.get(key) ?? { chart: beginOf(key) };
      given.set(key, colors);
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
