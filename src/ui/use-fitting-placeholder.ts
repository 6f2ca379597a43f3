import { type RefObject, useLayoutEffect, useState } from "react";
import { t } from "../i18n/translate.ts";

/** The placeholder of a search field, or a short one where that would be cut. `box` is the field or holds it. */
export function useFittingPlaceholder(box: RefObject<HTMLElement | null>, placeholder: string): string {
  const [isCut, setIsCut] = useState(false);
  useLayoutEffect(() => {
    const field = box.current?.matches("input") ? box.current : box.current?.querySelector("input");
    if (!field || typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(() => setIsCut(widthOf(placeholder, field) > field.clientWidth));
    observer.observe(field);
    return () => observer.disconnect();
  }, [box, placeholder]);
  return isCut ? t("Search") : placeholder;
}

function widthOf(text: string, field: Element): number {
  const brush = document.createElement("canvas").getContext("2d");
  if (!brush) return 0;
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(field);
  brush.font = `${fontWeight} ${fontSize} ${fontFamily}`;
  return brush.measureText(text).width;
}
