import { useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { inlineSign } from "../../i18n/direction.ts";
import { t } from "../../i18n/translate.ts";
import { lazy } from "../../ui/lazy.ts";
import { placeTooltip, tooltipElement } from "../echart/tooltip.ts";
import styles from "./MapChart.module.css";
import type { MapMark } from "./map-spec.ts";

const MARKUP = lazy(() => import("../handlebars/markup.ts"));

interface Props {
  mark: Pick<MapMark, "tooltip" | "template">;
  of: HTMLElement | null;
  /** In pixels from the top left of `of`. */
  x: number;
  y: number;
}

export function MapTooltip({ mark, of, x, y }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    const chart = of?.getBoundingClientRect();
    if (!element || !chart) return;
    const show = (content: Node) => {
      element.replaceChildren(content);
      element.style.transform = "";
      // Not always the window: fixed elements are relative to a transformed ancestor.
      const origin = element.getBoundingClientRect();
      const [left, top] = placeTooltip({
        point: [x, y],
        size: [element.offsetWidth, element.offsetHeight],
        chart,
        window: { width: window.innerWidth, height: window.innerHeight },
        isRightToLeft: inlineSign() === -1,
      });
      element.style.transform = `translate(${chart.left + left - origin.left}px, ${chart.top + top - origin.top}px)`;
    };
    if (!mark.template) {
      show(tooltipElement(mark.tooltip));
      return;
    }
    let isOver = false;
    templated(mark)
      .catch(() => tooltipElement({ ...mark.tooltip, note: t("The tooltip template failed to load") }))
      .then((content) => isOver || show(content));
    return () => {
      isOver = true;
    };
  }, [mark, of, x, y]);
  return createPortal(
    <div ref={box} className={styles.tooltip} role="presentation" />,
    document.fullscreenElement ?? of?.closest("[data-dashboard]") ?? document.body,
  );
}

async function templated({ tooltip, template }: Props["mark"]): Promise<Node> {
  const { writeMarkup } = await MARKUP.load();
  const { markup, problem } = writeMarkup(template?.text ?? "", template?.values ?? {});
  return markup ?? tooltipElement({ ...tooltip, note: problem });
}
