import type { Page } from "playwright-core";

/**
 * Finds texts of the interface that are cut off, overlap or extend beyond the window. Needs a pseudo-locale, whose
 * brackets and dots distinguish interface texts from data.
 */
export const textFaults = (page: Page): Promise<string[]> => page.evaluate(faultsInPage);

/** Runs in the page, so it can't use anything from outside. */
function faultsInPage(): string[] {
  const TOLERANCE = 2;
  interface Line {
    text: string;
    element: Element;
    box: DOMRect;
  }
  const isOurs = (text: string) => /[[\]]|\p{L}·/u.test(text) && /[^\s[\]·]/.test(text);

  /** `scrolled`: cut off now, but can be scrolled into view. */
  function clipOf(element: Element, box: DOMRect): "whole" | "cut" | "scrolled" {
    let isFixed = false;
    for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (at.matches("svg")) return "scrolled";
      const outer = at.getBoundingClientRect();
      const isCutX = box.left < outer.left - TOLERANCE || box.right > outer.right + TOLERANCE;
      const isCutY = box.top < outer.top - TOLERANCE * 2 || box.bottom > outer.bottom + TOLERANCE * 2;
      if (!isFixed && style.display !== "inline") {
        const scrolls = /auto|scroll/;
        if ((isCutX && scrolls.test(style.overflowX)) || (isCutY && scrolls.test(style.overflowY))) return "scrolled";
        const hides = /hidden|clip/;
        if ((isCutX && hides.test(style.overflowX)) || (isCutY && hides.test(style.overflowY))) return "cut";
      }
      if (style.position === "fixed") isFixed = true;
    }
    const isOutside = box.left < -TOLERANCE || box.right > innerWidth + TOLERANCE;
    return isOutside ? "cut" : "whole";
  }

  const isHidden = (element: Element) => {
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { width, height } = at.getBoundingClientRect();
      const { clipPath, opacity, overflow } = getComputedStyle(at);
      if (opacity === "0" || clipPath === "inset(50%)") return true;
      if ((width <= 1 || height <= 1) && overflow !== "visible") return true;
    }
    return !element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };

  const layerOf = (element: Element) =>
    element.closest("[role=dialog], [role=menu], [role=tooltip], [role=listbox], .ant-popover, .ant-dropdown") ??
    document.body;

  function isOnTop({ element, box }: Line): boolean {
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const top = document.elementFromPoint(x, y);
    return top !== null && (element.contains(top) || top.contains(element));
  }

  function boxesOf(node: Text): DOMRect[] {
    const range = document.createRange();
    range.selectNodeContents(node);
    const [from, to] = [node.data.indexOf("["), node.data.lastIndexOf("]")];
    if (from >= 0) range.setStart(node, from);
    if (to >= 0) range.setEnd(node, to + 1);
    return [...range.getClientRects()];
  }

  const lines: Line[] = [];
  const faults: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { parentElement: element, textContent } = node;
    const text = textContent?.trim() ?? "";
    if (!element || !isOurs(text) || isHidden(element)) continue;
    const boxes = boxesOf(node as Text).filter(({ width, height, bottom }) => width > 1 && height > 1 && bottom > 0);
    const states = boxes.map((box) => clipOf(element, box));
    if (states.includes("cut")) faults.push(`cut: ${text.slice(0, 80)}`);
    boxes.forEach((box, i) => {
      if (states[i] === "whole") lines.push({ text, element, box });
    });
  }
  const brush = document.createElement("canvas").getContext("2d");
  for (const field of document.querySelectorAll<HTMLInputElement>("input[placeholder]")) {
    if (!brush || field.value !== "" || !isOurs(field.placeholder) || isHidden(field)) continue;
    const style = getComputedStyle(field);
    brush.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const room = field.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
    if (brush.measureText(field.placeholder).width > room + TOLERANCE) faults.push(`cut: ${field.placeholder}`);
  }
  const shown = lines.filter(isOnTop);
  for (const [i, one] of shown.entries())
    for (const other of shown.slice(i + 1)) {
      if (one.element === other.element || layerOf(one.element) !== layerOf(other.element)) continue;
      const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      if (width > TOLERANCE * 2 && height > TOLERANCE * 2)
        faults.push(`overlap: ${one.text.slice(0, 60)} | ${other.text.slice(0, 60)}`);
    }
  return [...new Set(faults)];
}
