import { Maximize, Minus, Plus } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { RendererProps } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import type { ChartDataResult } from "../../model/query-context.ts";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { columnsOfResult, rowsOf } from "../table/column.ts";
import type { MapHit, MarkMap } from "./gl-map.ts";
import styles from "./MapChart.module.css";
import { MapLegendBox } from "./MapLegendBox.tsx";
import { MapTooltip } from "./MapTooltip.tsx";
import { type FocusedMark, markUnder, nextMark } from "./map-keyboard.ts";
import type { MapMark, MapSpec } from "./map-spec.ts";
import type { Position } from "./spatial.ts";
import { useMarkMap } from "./use-mark-map.ts";

export interface MapChartProps extends RendererProps<MapSpec> {
  pinsAt?(zoom: number): readonly MapPin[];
  children?: ReactNode;
}

export function MapChart(props: MapChartProps) {
  const { props: picture, width, height, onSelect, onContextMenu } = props;
  const [walked, setWalked] = useState<FocusedMark | null>(null);
  const [hit, setHit] = useState<MapHit | null>(null);
  const choose = (mark: MapMark | null | undefined, isAdditive: boolean) => {
    if (mark?.selection) onSelect?.(mark.isSelected && !isAdditive ? null : mark.selection, isAdditive);
  };
  const map = useMarkMap(props, {
    onPoint: setHit,
    onChoose: (at, isAdditive) => choose(markUnder(picture, at), isAdditive),
    onMenu: (at, where) => onContextMenu?.(where, markUnder(picture, at)?.selection ?? null),
  });
  const legend = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the legend is as large as the picture and the box make it
  useEffect(() => map.current?.keepClear(legend.current), [map.current, picture, width, height]);
  // Keyboard focus survives a new spec, such as after selecting a mark.
  const reached = walked && (picture.layers[walked.layer]?.mark?.(walked.index) ?? walked.mark);
  const mark = reached ?? markUnder(picture, hit);
  const where = reached ? map.current?.reach(reached.at) : hit;
  const walk = (event: KeyboardEvent) => {
    const at = walked && reached && { ...walked, mark: reached };
    if (!map.current || !handleKey(event, { map: map.current, picture, walked: at, setWalked, choose, onContextMenu }))
      return;
    event.preventDefault();
    event.stopPropagation();
  };
  const leave = () => {
    setWalked(null);
    map.current?.ring(null);
    map.current?.wheel(false);
  };
  if (map.problem) return <NoMap problem={map.problem} table={picture.table} />;
  return (
    <div className={styles.chart} style={{ width, height }}>
      <div
        ref={map.element}
        className={styles.map}
        data-drawn={map.isDrawn}
        role="img"
        aria-label={picture.summary}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the marks inside are walked by arrow keys from here
        tabIndex={0}
        onKeyDown={walk}
        onFocus={() => map.current?.wheel(true)}
        onBlur={leave}
        onPointerLeave={() => setHit(null)}
      />
      {map.current && props.pinsAt ? <MapPins map={map.current} pinsAt={props.pinsAt} /> : null}
      {props.children}
      {picture.legend && <MapLegendBox ref={legend} legend={picture.legend} width={width} height={height} />}
      <AreaSelect map={map.current} {...props} />
      <Buttons map={map.current} isRoomy={hasButtons(props)} />
      {mark && where ? <MapTooltip mark={mark} of={map.element.current} x={where.x} y={where.y} /> : null}
      <div className="visually-hidden" aria-live="polite">
        {reached?.text}
      </div>
    </div>
  );
}

const AreaLayer = lazyComponent(async () => (await import("./AreaLayer.tsx")).AreaLayer);

const hasButtons = ({ width, height }: Pick<MapChartProps, "width" | "height">) => width >= 280 && height >= 180;

function AreaSelect({ map, ...props }: MapChartProps & { map: MarkMap | null }) {
  const { props: picture, width, height, onSelect, onBrush } = props;
  if (!map || !onSelect || !picture.brush || !hasButtons(props)) return null;
  return <AreaLayer {...{ map, picture, width, height, onSelect, onBrush }} brush={picture.brush} />;
}

interface Walk {
  map: MarkMap;
  picture: MapSpec;
  walked: FocusedMark | null;
  setWalked(walked: FocusedMark | null): void;
  choose(mark: MapMark, isAdditive: boolean): void;
  onContextMenu: MapChartProps["onContextMenu"];
}

function handleKey(event: KeyboardEvent, walk: Walk): boolean {
  const { map, walked, setWalked } = walk;
  const zoom = ZOOM_STEPS[event.key];
  if (zoom !== undefined) {
    map.zoomBy(zoom);
  } else if (event.key === "0") {
    map.home();
  } else if (event.key === "Escape") {
    setWalked(null);
    map.ring(null);
  } else if (!walked || !handleMarkKey(event, walked, walk)) {
    return handleWalkKey(event, walk);
  }
  return true;
}

const ZOOM_STEPS: Readonly<Record<string, number>> = { "+": 1, "=": 1, "-": -1 };

function handleMarkKey(event: KeyboardEvent, { mark }: FocusedMark, { map, choose, onContextMenu }: Walk): boolean {
  if (event.key === "Enter") {
    choose(mark, event.ctrlKey || event.metaKey);
    return true;
  }
  if (event.key !== "ContextMenu" && !(event.key === "F10" && event.shiftKey)) return false;
  const box = event.currentTarget.getBoundingClientRect();
  const { x, y } = map.reach(mark.at);
  onContextMenu?.({ x: box.left + x, y: box.top + y }, mark.selection);
  return true;
}

function handleWalkKey(event: KeyboardEvent, { map, picture, walked, setWalked }: Walk): boolean {
  const next = nextMark(picture, walked, event.key);
  if (!next) return false;
  map.reach(next.mark.at);
  map.ring(next.mark.at);
  setWalked(next);
  return true;
}

function Buttons({ map, isRoomy }: { map: MarkMap | null; isRoomy: boolean }) {
  if (!map || !isRoomy) return null;
  return (
    <div className={styles.buttons}>
      <button type="button" aria-label={t("Zoom in")} onClick={() => map.zoomBy(1)}>
        <Plus size={14} aria-hidden />
      </button>
      <button type="button" aria-label={t("Zoom out")} onClick={() => map.zoomBy(-1)}>
        <Minus size={14} aria-hidden />
      </button>
      <button type="button" aria-label={t("Show all")} onClick={() => map.home()}>
        <Maximize size={14} aria-hidden />
      </button>
    </div>
  );
}

const ROWS = 100;

export function NoMap({ problem, table }: { problem: string; table: ChartDataResult | undefined }) {
  const columns = table ? columnsOfResult(table) : [];
  const rows = rowsOf(table);
  return (
    <div className={styles.noMap}>
      <p role="status">
        {problem}{" "}
        {rows.length > ROWS
          ? t("Showing the first {count, number} of {total, number} rows.", { count: ROWS, total: rows.length })
          : t("Showing the chart's rows in a table instead.")}
      </p>
      <table>
        <thead>
          <tr>
            {columns.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, ROWS).map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name, and never move
            <tr key={index}>
              {columns.map(({ key, format }) => (
                <td key={key}>{row[key] === null || row[key] === undefined ? "N/A" : format(row[key], row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface MapPin {
  key: string;
  at: Position;
  content: ReactNode;
}

interface Props {
  map: MarkMap;
  pinsAt(zoom: number): readonly MapPin[];
}

export function MapPins({ map, pinsAt }: Props) {
  const [zoom, setZoom] = useState(() => map.zoom());
  useEffect(() => map.watchZoom(setZoom), [map]);
  const pins = useMemo(() => pinsAt(zoom), [pinsAt, zoom]);
  return pins.map(({ key, at, content }) => (
    <Pin key={key} map={map} longitude={at[0]} latitude={at[1]}>
      {content}
    </Pin>
  ));
}

interface PinProps {
  map: MarkMap;
  longitude: number;
  latitude: number;
  children: ReactNode;
}

function Pin({ map, longitude, latitude, children }: PinProps) {
  const [element] = useState(() => document.createElement("div"));
  useEffect(() => map.pin(element, [longitude, latitude]), [map, element, longitude, latitude]);
  return createPortal(children, element);
}
