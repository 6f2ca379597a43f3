import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/** Inner size of an element in pixels; undefined until it has a size. */
export function useBoxSize(): [RefObject<HTMLDivElement | null>, { width: number; height: number } | undefined] {
  const box = useRef<HTMLDivElement | null>(null);
  const [size, setSize] = useState<{ width: number; height: number }>();
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      const width = Math.floor(element.clientWidth);
      const height = Math.floor(element.clientHeight);
      if (width === 0 || height === 0) return;
      setSize((old) => (old?.width === width && old.height === height ? old : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [box, size];
}
