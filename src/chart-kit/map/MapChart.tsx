import { Maximize, Minus, Plus } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { RendererProps } from "../../chart-seam/chart-type.ts";
import type { MapHit, MarkMap } from "./gl-map.ts";
import styles from "./MapChart.module.css";
import { MapLegendBox } from "./MapLegendBox.tsx";
import { type MapPin, MapPins } from "./MapPins.tsx";
import { MapTooltip } from "./MapTooltip.tsx";
import { markUnder, nextMark, type Walked } from "./map-walk.ts";
import { NoMap } from "./NoMap.tsx";
import type { MapMark, MapPicture } from "./picture.ts";
import { useMarkMap } from "./use-mark-map.ts";

export interface MapChartProps extends RendererProps<MapPicture> {
  /** What stands on the map at a zoom beside its marks. */
  pinsAt?(zoom: number): readonly MapPin[];
  /** Shown over the map, where there is one. */
  children?: ReactNode;
}

/** A map of marks, with the walk over them by keys, its legend and its tooltip. */
export function MapChart(props: MapChartProps) {
  const { props: picture, width, height, onSelect, onContextMenu } = props;
  const [walked, setWalked] = useState<Walked | null>(null);
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
  // The walk goes on over another picture, as when a mark has been chosen.
  const reached = walked && (picture.layers[walked.layer]?.mark?.(walked.index) ?? walked.mark);
  const mark = reached ?? markUnder(picture, hit);
  const where = reached ? map.current?.reach(reached.at) : hit;
  const walk = (event: KeyboardEvent) => {
    const at = walked && reached && { ...walked, mark: reached };
    if (!map.current || !acts(event, { map: map.current, picture, walked: at, setWalked, choose, onContextMenu }))
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
      <Buttons map={map.current} isRoomy={width >= 280 && height >= 180} />
      {mark && where ? <MapTooltip mark={mark} of={map.element.current} x={where.x} y={where.y} /> : null}
      <div className="visually-hidden" aria-live="polite">
        {reached?.text}
      </div>
    </div>
  );
}

interface Walk {
  map: MarkMap;
  picture: MapPicture;
  walked: Walked | null;
  setWalked(walked: Walked | null): void;
  choose(mark: MapMark, isAdditive: boolean): void;
  onContextMenu: MapChartProps["onContextMenu"];
}

/** What a key does; false: nothing here. */
function acts(event: KeyboardEvent, walk: Walk): boolean {
  const { map, walked, setWalked } = walk;
  const zoom = ZOOM_STEPS[event.key];
  if (zoom !== undefined) {
    map.zoomBy(zoom);
  } else if (event.key === "0") {
    map.home();
  } else if (event.key === "Escape") {
    setWalked(null);
    map.ring(null);
  } else if (!walked || !actsOnMark(event, walked, walk)) {
    return walksOn(event, walk);
  }
  return true;
}

const ZOOM_STEPS: Readonly<Record<string, number>> = { "+": 1, "=": 1, "-": -1 };

function actsOnMark(event: KeyboardEvent, { mark }: Walked, { map, choose, onContextMenu }: Walk): boolean {
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

function walksOn(event: KeyboardEvent, { map, picture, walked, setWalked }: Walk): boolean {
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
      <button type="button" aria-label="Zoom in" onClick={() => map.zoomBy(1)}>
        <Plus size={14} aria-hidden />
      </button>
      <button type="button" aria-label="Zoom out" onClick={() => map.zoomBy(-1)}>
        <Minus size={14} aria-hidden />
      </button>
      <button type="button" aria-label="Show all" onClick={() => map.home()}>
        <Maximize size={14} aria-hidden />
      </button>
    </div>
  );
}
