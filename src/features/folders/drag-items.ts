import { lazy } from "../../ui/lazy.ts";
import type { PlacedItem } from "./folders.ts";

const DRAG = lazy(() => import("./drag.ts"));

/** Returns a cleanup function. The code is loaded when the element is there. */
export function dragItems(element: HTMLElement, what: () => { items: readonly PlacedItem[]; label: string }) {
  let end: (() => void) | undefined;
  let isGone = false;
  void DRAG.load().then(({ dragFrom }) => {
    if (isGone) return;
    end = dragFrom(element, () => {
      const { items, label } = what();
      return { dragged: { kind: "items", items }, label };
    });
  });
  return () => {
    isGone = true;
    end?.();
  };
}
