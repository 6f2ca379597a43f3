import { type RefObject, useLayoutEffect, useState } from "react";

/** Lines beyond the edges of the view, so that scrolling finds them there. */
const OVERSCAN = 12;
/** Before the box is measured, and where it cannot be. */
const FIRST_HEIGHT = 600;

/** Positions of the lines of one height that are in view, of `count`; and the way to bring one there. */
export function useWindow(box: RefObject<HTMLElement | null>, { count, height }: { count: number; height: number }) {
  const [view, setView] = useState({ top: 0, height: FIRST_HEIGHT });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight || FIRST_HEIGHT });
    measure();
    element.addEventListener("scroll", measure, { passive: true });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      element.removeEventListener("scroll", measure);
      observer.disconnect();
    };
  }, [box]);
  const first = Math.max(0, Math.floor(view.top / height) - OVERSCAN);
  const last = Math.min(count, Math.ceil((view.top + view.height) / height) + OVERSCAN);
  const reveal = (at: number) => {
    const element = box.current;
    if (!element || at < 0) return;
    const [top, bottom] = [at * height, (at + 1) * height];
    if (top < element.scrollTop) element.scrollTop = top;
    else if (bottom > element.scrollTop + element.clientHeight) element.scrollTop = bottom - element.clientHeight;
  };
  return { indexes: Array.from({ length: Math.max(0, last - first) }, (_, n) => first + n), reveal };
}
