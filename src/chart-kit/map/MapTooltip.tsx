import { useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import type { TooltipContent } from "../picture.ts";
import { tooltipElement } from "../tooltip-content.ts";
import { placeTooltip } from "../tooltip-place.ts";
import styles from "./MapChart.module.css";

interface Props {
  content: TooltipContent;
  /** The map's own box. */
  of: HTMLElement | null;
  /** Pixels in it. */
  x: number;
  y: number;
}

/** What is said of a mark, beside it and within the window. */
export function MapTooltip({ content, of, x, y }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    const chart = of?.getBoundingClientRect();
    if (!element || !chart) return;
    element.replaceChildren(tooltipElement(content));
    const [left, top] = placeTooltip({
      point: [x, y],
      size: [element.offsetWidth, element.offsetHeight],
      chart,
      window: { width: window.innerWidth, height: window.innerHeight },
    });
    element.style.transform = `translate(${chart.left + left}px, ${chart.top + top}px)`;
  }, [content, of, x, y]);
  return createPortal(
    <div ref={box} className={styles.tooltip} role="presentation" />,
    document.fullscreenElement ?? document.body,
  );
}
