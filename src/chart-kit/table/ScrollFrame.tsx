import { type ReactNode, useLayoutEffect, useRef } from "react";
import styles from "./ScrollFrame.module.css";

export function ScrollFrame({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (frame.current ? watchEdge(frame.current) : undefined), []);
  return (
    <div ref={frame} className={styles.frame}>
      {children}
    </div>
  );
}

const LEAST = 2;

function watchEdge(frame: HTMLElement): () => void {
  const box = frame.firstElementChild;
  if (!(box instanceof HTMLElement)) return () => {};
  let left = 0;
  const update = () => {
    left = box.scrollLeft;
    const isMore = box.scrollWidth - box.clientWidth - Math.abs(left) > LEAST;
    if (isMore === (frame.dataset.more === "end")) return;
    if (isMore) frame.dataset.more = "end";
    else delete frame.dataset.more;
  };
  const measure = () => {
    frame.style.setProperty("--bar-width", `${box.offsetWidth - box.clientWidth}px`);
    update();
  };
  // Vertical scrolling, the common case, costs nothing.
  const onScroll = () => {
    if (box.scrollLeft !== left) update();
  };
  box.addEventListener("scroll", onScroll, { passive: true });
  // Observes instead of measuring now, which would force a layout.
  const observer = typeof ResizeObserver === "undefined" ? undefined : new ResizeObserver(measure);
  for (const one of [box, ...box.children]) observer?.observe(one);
  return () => {
    box.removeEventListener("scroll", onScroll);
    observer?.disconnect();
  };
}
