import { DataZoomComponent } from "echarts/components";
import { type ECharts, getInstanceByDom, use } from "echarts/core";
import { type ComponentProps, useLayoutEffect, useMemo, useRef } from "react";
import { EChart } from "../echart/EChart.tsx";
import styles from "./ZoomableChart.module.css";
import { positionsOf, withSlider, withZoomRange, type ZoomRange, zoomRangeAround, zoomRangeIn } from "./zoom.ts";

use([DataZoomComponent]);

export function ZoomableChart({ picture, ...rest }: ComponentProps<typeof EChart>) {
  const frame = useRef<HTMLDivElement>(null);
  const chosen = useRef<{ positions: string; part: ZoomRange }>(undefined);
  const current = useRef(picture);
  current.current = picture;
  const { theme } = rest;
  const shown = useMemo(() => {
    const whole = withSlider(picture, theme);
    const isSame = chosen.current?.positions === positionsOf(picture);
    return isSame && chosen.current ? withZoomRange(whole, chosen.current.part) : whole;
  }, [picture, theme]);

  useLayoutEffect(() => {
    const element = frame.current;
    let followed: ECharts | undefined;
    /** The canvas instance is created later, and replaced when the renderer changes. */
    const follow = () => {
      const chart = getInstanceByDom(element?.querySelector<HTMLElement>("[role=img]") as HTMLElement);
      if (!chart || chart === followed) return;
      followed = chart;
      chart.on("datazoom", () => {
        const part = zoomRangeIn(chart.getOption());
        if (part) chosen.current = { positions: positionsOf(current.current), part };
      });
      // Keyboard focus may reach marks outside the zoom range.
      chart.on("highlight", (event) => {
        const part = zoomRangeAround(current.current, event as object, zoomRangeIn(chart.getOption()));
        if (part) chart.dispatchAction({ type: "dataZoom", ...part });
      });
    };
    const events = ["pointerdown", "touchstart", "wheel", "keydown"];
    for (const event of events) element?.addEventListener(event, follow, { capture: true, passive: true });
    return () => {
      for (const event of events) element?.removeEventListener(event, follow, { capture: true });
    };
  }, []);

  return (
    <div ref={frame} className={styles.frame}>
      <EChart picture={shown} {...rest} />
    </div>
  );
}
