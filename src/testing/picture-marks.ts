/// <reference lib="dom" />

export interface PictureMarks {
  name: string;
  /**
   * Shapes in data colors (small ones count by tens, to exclude legends) and canvas pixels in such colors; for text
   * charts, letters and digits. 0 if nothing is drawn.
   */
  ink: number;
  /** Shapes of any color and size, and as `ink` if there are none. */
  marks: number;
  clipped: string[];
  overlapping: string[];
  summary: string;
}

export function measurePictures(): PictureMarks[] {
  interface Text {
    text: string;
    corners: { x: number; y: number }[];
  }
  const hasColor = (color: string) => {
    const [r = 0, g = 0, b = 0, alpha = 1] = (color.match(/[\d.]+/g) ?? []).map(Number);
    return /^rgb/.test(color) && alpha > 0.1 && Math.max(r, g, b) - Math.min(r, g, b) > 24;
  };
  const isColored = (element: Element) => {
    const style = getComputedStyle(element);
    const hasStroke = hasColor(style.stroke) && Number.parseFloat(style.strokeWidth) > 0;
    return Number(style.opacity) > 0 && (hasColor(style.fill) || hasStroke);
  };
  const sizeOf = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return Math.hypot(width, height);
  };
  const inkOf = (marks: readonly Element[]) => {
    const sizes = marks.filter(isColored).map(sizeOf);
    const large = sizes.filter((size) => size >= 16).length;
    return large + Math.floor(sizes.filter((size) => size > 1 && size < 16).length / 10);
  };
  const seenOf = (text: Element): "all" | "part" | "nothing" => {
    const part = text.closest<SVGGraphicsElement>("[clip-path]");
    const cut = part?.getAttribute("clip-path")?.match(/#([^)"]+)/)?.[1];
    const path = cut ? document.getElementById(cut)?.firstElementChild : undefined;
    const matrix = part?.getScreenCTM();
    if (!matrix || !(path instanceof SVGGraphicsElement)) return "all";
    const inside = path.getBBox();
    const ends = [
      new DOMPoint(inside.x, inside.y).matrixTransform(matrix),
      new DOMPoint(inside.x + inside.width, inside.y + inside.height).matrixTransform(matrix),
    ];
    const [[left = 0, right = 0], [top = 0, bottom = 0]] = [
      ends.map(({ x }) => x).sort((a, b) => a - b),
      ends.map(({ y }) => y),
    ];
    const box = text.getBoundingClientRect();
    const middle = box.top + box.height / 2;
    if (box.left >= right - 1 || box.right <= left + 1 || middle < top || middle > bottom) return "nothing";
    return box.left < left - 1 || box.right > right + 1 ? "part" : "all";
  };
  const isScrolledAway = (text: Element) => {
    const box = text.getBoundingClientRect();
    for (
      let parent: Element | null = text.parentElement;
      parent && parent.tagName !== "MAIN";
      parent = parent.parentElement
    ) {
      if (!/auto|scroll/.test(getComputedStyle(parent).overflow)) continue;
      const { left, right, top, bottom } = parent.getBoundingClientRect();
      if (box.left < left || box.right > right || box.top < top || box.bottom > bottom) return true;
    }
    return false;
  };
  const pixelsOf = (canvas: HTMLCanvasElement) => {
    const data = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    let count = 0;
    for (let i = 0; i < data.length; i += 4) {
      const [r = 0, g = 0, b = 0, alpha = 0] = [data[i], data[i + 1], data[i + 2], data[i + 3]];
      if (alpha > 60 && Math.max(r, g, b) - Math.min(r, g, b) > 24) count += 1;
    }
    return count;
  };
  const textOf = (element: SVGTextElement): Text => {
    const { x, y, width, height } = element.getBBox();
    const matrix = element.getScreenCTM() ?? new DOMMatrix();
    const [top, bottom] = [y + height * 0.28, y + height * 0.76];
    const at = (px: number, py: number) => new DOMPoint(px, py).matrixTransform(matrix);
    const text = element.textContent ?? "";
    return { text, corners: [at(x, top), at(x + width, top), at(x + width, bottom), at(x, bottom)] };
  };
  const apart = (a: Text, b: Text) =>
    [a, b].some(({ corners: [p, q, r] }) =>
      [
        [p, q],
        [q, r],
      ].some(([from, to]) => {
        if (!from || !to) return true;
        const along = ({ x, y }: { x: number; y: number }) => x * (to.x - from.x) + y * (to.y - from.y);
        const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
        const [one, other] = [a.corners.map(along), b.corners.map(along)];
        const overlap = Math.min(Math.max(...one), Math.max(...other)) - Math.max(Math.min(...one), Math.min(...other));
        return overlap / length < 1;
      }),
    );
  const measure = (frame: Element): PictureMarks => {
    const box = frame.getBoundingClientRect();
    const shown = frame.querySelector("figure");
    const svgs = [...frame.querySelectorAll("svg")].filter((svg) => svg.clientWidth > 60 || svg.clientHeight > 20);
    const written = svgs
      .flatMap((svg) => [...svg.querySelectorAll("text")])
      .filter((text) => text.textContent?.trim() && getComputedStyle(text).opacity !== "0")
      .filter((text) => !isScrolledAway(text));
    const cut = written.filter((text) => seenOf(text) === "part").map((text) => text.textContent ?? "");
    const texts = written.filter((text) => seenOf(text) === "all").map(textOf);
    const leaves = ({ corners }: Text) =>
      corners.some(
        ({ x, y }) => x < box.left - 1.5 || x > box.right + 1.5 || y < box.top - 1.5 || y > box.bottom + 1.5,
      );
    const drawn = "path,rect,circle,ellipse,line,polyline,polygon,text";
    const marks = svgs.flatMap((svg) => [...svg.querySelectorAll(drawn)]);
    const pixels = [...frame.querySelectorAll("canvas")].map(pixelsOf).reduce((sum, count) => sum + count, 0);
    const isPicture = frame.querySelector("[_echarts_instance_]") !== null;
    const letters = shown?.textContent?.match(/[\p{L}\d]/gu)?.length ?? 0;
    const ink = isPicture ? inkOf(marks) + pixels : letters;
    return {
      name: `case ${frame.closest("[data-case]")?.getAttribute("data-case")}, ${box.width}x${box.height}`,
      ink,
      marks: Math.max(ink, marks.filter((mark) => isColored(mark) && sizeOf(mark) > 1).length),
      clipped: [...cut, ...texts.filter(leaves).map(({ text }) => text)],
      overlapping: texts.flatMap((one, i) =>
        texts.slice(i + 1).flatMap((other) => (apart(one, other) ? [] : [`${one.text} / ${other.text}`])),
      ),
      summary: shown?.getAttribute("aria-label") ?? "",
    };
  };
  return [...document.querySelectorAll("main [data-case] > div")].map(measure);
}

export interface TableMarks {
  headers: number;
  /** Headers and row names of which fewer letters than a short word are visible when scrolled to. */
  unreadable: string[];
  overlapping: string[];
}

export function measureTables(): TableMarks[] {
  const LEAST_LETTERS = 6;
  const lettersOf = (element: Element): { all: number; visible: number } => {
    const frame = element.closest("th, td")?.getBoundingClientRect() ?? element.getBoundingClientRect();
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    let [all, visible] = [0, 0];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const clip = node.parentElement?.getBoundingClientRect() ?? frame;
      // Repeated for screen readers only.
      if (clip.width < 2) continue;
      for (let at = 0; at < (node.textContent ?? "").length; at++) {
        if (!node.textContent?.charAt(at).trim()) continue;
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const { left, right, top, bottom } = range.getBoundingClientRect();
        const isInside = (box: DOMRect) =>
          left >= box.left - 1 && right <= box.right + 1 && top >= box.top - 2 && bottom <= box.bottom + 2;
        all += 1;
        if (isInside(frame) && isInside(clip)) visible += 1;
      }
    }
    return { all, visible };
  };
  const measure = (table: Element): TableMarks => {
    const isSpoken = (cell: Element) => cell.getBoundingClientRect().width < 2 || !cell.textContent?.trim();
    const headers = [...table.querySelectorAll("thead th")].filter((cell) => !isSpoken(cell));
    const names = [...table.querySelectorAll("tbody th, tbody td[data-align=left], tfoot td, tfoot th")];
    const unreadable = [...headers, ...names].flatMap((cell) => {
      const { all, visible } = lettersOf(cell);
      return visible >= Math.min(all, LEAST_LETTERS) ? [] : [`${cell.textContent}: ${visible}`];
    });
    const lines = [...table.querySelectorAll("thead tr")].map((row) => [...row.children]);
    const overlapping = lines.flatMap((cells) =>
      cells.slice(1).flatMap((cell, i) => {
        const [before, own] = [cells[i]?.getBoundingClientRect(), cell.getBoundingClientRect()];
        const isSticky = [cell, cells[i]].some((one) => one && getComputedStyle(one).position === "sticky");
        return before && !isSticky && own.left < before.right - 1
          ? [`${cells[i]?.textContent} / ${cell.textContent}`]
          : [];
      }),
    );
    return { headers: headers.length, unreadable, overlapping };
  };
  return [...document.querySelectorAll("main [data-case] table")].map(measure);
}
