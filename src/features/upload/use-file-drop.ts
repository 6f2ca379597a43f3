import { useEffect, useRef, useState } from "react";

/** A drag is treated as gone after this time without events (ms). */
const GONE_MS = 300;

export function useFileDrop(where: "page" | "dialog", onFile: ((file: File) => void) | undefined): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(onFile);
  latest.current = onFile;
  const isOn = onFile !== undefined;
  useEffect(() => {
    if (!isOn) return;
    const ended = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isHere = ({ target, dataTransfer }: DragEvent) => {
      const isInDialog = target instanceof Element && target.closest(".ant-modal-root") !== null;
      return dataTransfer?.types.includes("Files") === true && isInDialog === (where === "dialog");
    };
    const leave = () => {
      clearTimeout(timer);
      setOver(false);
    };
    const over = (event: DragEvent) => {
      if (!isHere(event)) return;
      event.preventDefault();
      setOver(true);
      clearTimeout(timer);
      timer = setTimeout(leave, GONE_MS);
    };
    const drop = (event: DragEvent) => {
      if (!isHere(event)) return;
      event.preventDefault();
      leave();
      const file = event.dataTransfer?.files[0];
      if (file) latest.current?.(file);
    };
    document.addEventListener("dragover", over, { signal: ended.signal });
    document.addEventListener("drop", drop, { signal: ended.signal });
    return () => {
      leave();
      ended.abort();
    };
  }, [where, isOn]);
  return isOver;
}
