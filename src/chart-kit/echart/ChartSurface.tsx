import { TooltipComponent } from "echarts/components";
import { use } from "echarts/core";
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from "react";
import type { ChartTheme, RendererProps } from "../../chart-seam/chart-type.ts";
import { inlineKey } from "../../i18n/direction.ts";
import { t } from "../../i18n/translate.ts";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import styles from "./EChart.module.css";
import { ChartHost, type ZoomHandlers } from "./echart-host.ts";
import type { EChartSpec, Hit } from "./echart-spec.ts";
import { nextHit } from "./keyboard-navigation.ts";

use([TooltipComponent]);

const LegendList = lazyComponent(async () => (await import("../legend/LegendList.tsx")).LegendList);

export interface EChartProps extends Pick<RendererProps, "onSelect" | "onBrush" | "onContextMenu"> {
  picture: EChartSpec;
  zoom?: ZoomHandlers;
  width: number;
  height: number;
  theme: ChartTheme;
}

const BrushLayer = lazyComponent(async () => (await import("./BrushLayer.tsx")).BrushLayer);

const INTO_KEYS = new Set(["+", "="]);
const OUT_KEYS = new Set(["-", "Backspace"]);

export interface ChartSurfaceProps extends EChartProps {
  renderer: "svg" | "canvas";
}

export function ChartSurface(props: ChartSurfaceProps) {
  const { picture, width, height, theme, renderer, onSelect, onContextMenu, zoom } = props;
  const element = useRef<HTMLDivElement>(null);
  const host = useRef<ChartHost | null>(null);
  const [walked, setWalked] = useState<Hit | null>(null);
  const [legend, setLegend] = useState<"whole" | "cut" | "listed">("whole");
  const onHiddenNames = () => setLegend("listed");
  const handlers = useRef({ onSelect, onContextMenu, zoom, onHiddenNames });
  handlers.current = { onSelect, onContextMenu, zoom, onHiddenNames };
  const [isPointedAt, setPointedAt] = useState(false);

  useLayoutEffect(() => {
    if (!element.current) return undefined;
    const created = new ChartHost(element.current, renderer, handlers);
    host.current = created;
    return () => {
      host.current = null;
      created.dispose();
    };
  }, [renderer]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new renderer is a new host, which has to draw again; keys point by themselves
  useLayoutEffect(() => {
    host.current?.draw(picture, { width, height, theme });
    if (walked && picture.mark?.(walked)) host.current?.point(walked);
    const isCut = host.current?.hidesNames === true;
    setLegend((old) => (!isCut ? "whole" : old === "listed" ? old : "cut"));
  }, [picture, width, height, theme, renderer]);

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape") {
      if (!walked) return;
      leave();
      if (isSelected(picture, walked)) return;
    } else if (zoomBy(event.key)) leave();
    else if (walked && event.key === "Enter") host.current?.select(walked, event.ctrlKey || event.metaKey);
    else if (walked && isMenuKey(event)) host.current?.openMenu(walked);
    else {
      const next = nextHit(picture, walked, host.current?.isMirrored ? inlineKey(event.key) : event.key);
      if (!next) return;
      setWalked(next);
      host.current?.point(next);
    }
    event.preventDefault();
    event.stopPropagation();
  }

  function zoomBy(key: string): boolean {
    const isInto = INTO_KEYS.has(key) || (key === "Enter" && !onSelect);
    if (walked && isInto && zoom?.canGoInto(walked)) zoom.into(walked);
    else if (OUT_KEYS.has(key) && zoom?.out) zoom.out();
    else return false;
    return true;
  }

  function leave() {
    setWalked(null);
    host.current?.point(null);
  }

  return (
    <div className={styles.host} onPointerEnter={() => setPointedAt(true)}>
      <div
        ref={element}
        className={styles.canvas}
        role="img"
        aria-label={picture.summary}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the marks inside are walked by arrow keys from here
        tabIndex={0}
        onKeyDown={handleKeyDown}
        onFocus={() => setPointedAt(true)}
        onBlur={leave}
      />
      {isPointedAt || picture.brush?.shown ? (
        <RangeBrush {...props} host={host} element={element} walked={walked} />
      ) : null}
      {legend === "whole" ? null : (
        <button
          type="button"
          className={styles.hiddenNames}
          aria-haspopup="dialog"
          aria-expanded={legend === "listed"}
          onClick={onHiddenNames}
        >
          {t("Show the whole legend")}
        </button>
      )}
      {legend === "listed" && host.current ? (
        <LegendList chart={host.current.echarts} option={picture.option} onClose={() => setLegend("cut")} />
      ) : null}
      <div className={styles.announcer} aria-live="polite">
        {walked ? (picture.mark?.(walked)?.text ?? "") : ""}
      </div>
    </div>
  );
}

interface RangeBrushProps extends EChartProps {
  host: RefObject<ChartHost | null>;
  element: RefObject<HTMLDivElement | null>;
  walked: Hit | null;
}

function RangeBrush({ picture, onSelect, ...rest }: RangeBrushProps) {
  if (!picture.brush || !onSelect) return null;
  return <BrushLayer {...{ picture, onSelect, ...rest }} brush={picture.brush} />;
}

/** Escape then also clears the selection. */
const isSelected = ({ brush, mark }: EChartSpec, walked: Hit): boolean =>
  brush?.shown !== undefined || mark?.(walked)?.isSelected === true;

const isMenuKey = ({ key, shiftKey }: KeyboardEvent) => key === "ContextMenu" || (key === "F10" && shiftKey);
