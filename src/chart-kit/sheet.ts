import type { Rgb } from "./colors/shade.ts";
import type { Hit, Picture } from "./picture.ts";

/**
 * Many boxes painted as one image. An element for each of tens of thousands takes ECharts a second; this takes tens of
 * milliseconds, looks the same, and answers where a mark is when somebody points at it. Pixels are those of the chart.
 */
export interface Sheet {
  /** Where marks are. */
  area: Box;
  /** Number of marks. */
  size: number;
  colorOf(index: number): Rgb;
  /** 0 to 1. */
  opacityOf(index: number): number;
  /** The mark at a point; -1 where there is none. */
  at(x: number, y: number): number;
  /** Where a mark is. */
  boxOf(index: number): Box;
  /** Colour of the line around the mark that is pointed at; none without. */
  outline?: string;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const OUTLINE = "outline";

/** The series that shows a sheet, for a chart whose axes know their extent without it. */
export function sheetSeries(sheet: Sheet, { width, height }: { width: number; height: number }): object {
  let image: HTMLCanvasElement | undefined;
  return {
    type: "custom",
    coordinateSystem: "none",
    data: [0],
    renderItem: () => {
      image ??= painted(sheet, { width, height });
      const whole = { type: "image", silent: true, style: { image, x: 0, y: 0, width, height } };
      const ground = { type: "rect", invisible: true, shape: { ...sheet.area }, style: { fill: "#000000" } };
      const style = { fill: "none", stroke: sheet.outline, lineWidth: 1.5 };
      const outline = { type: "rect", name: OUTLINE, silent: true, invisible: true, shape: { ...NOWHERE }, style };
      return { type: "group", children: [whole, ground, outline] };
    },
  };
}

const NOWHERE: Box = { x: 0, y: 0, width: 0, height: 0 };

/** As many pixels as the screen has, so that it is shown as it was painted. */
function painted(sheet: Sheet, { width, height }: { width: number; height: number }): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  const ratio = window.devicePixelRatio || 1;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const context = canvas.getContext("2d");
  const image = context?.createImageData(canvas.width, canvas.height);
  if (!context || !image) return canvas;
  const pixels = new DataView(image.data.buffer);
  for (let index = 0; index < sheet.size; index++) {
    const { x, y, width: across, height: down } = sheet.boxOf(index);
    const [red, green, blue] = sheet.colorOf(index);
    const color = ((red << 24) | (green << 16) | (blue << 8) | Math.round(255 * sheet.opacityOf(index))) >>> 0;
    const within = (at: number, end: number) => Math.min(end, Math.max(0, Math.round(at * ratio)));
    const [left, right] = [within(x, canvas.width), within(x + across, canvas.width)];
    const [top, bottom] = [within(y, canvas.height), within(y + down, canvas.height)];
    for (let row = top; row < bottom; row++) {
      for (let at = row * canvas.width + left; at < row * canvas.width + right; at++) pixels.setUint32(4 * at, color);
    }
  }
  context.putImageData(image, 0, 0);
  return canvas;
}

/** What of an element of a picture has to be known here. */
export interface SheetElement {
  parent?: SheetElement | null;
  childOfName?(name: string): SheetElement | undefined;
  attr?(changed: object): void;
}

/** Follows the pointer over a picture that is a sheet, or the keys that walk it. */
export class SheetPointer {
  #place: { x: number; y: number } | undefined;
  #outline: SheetElement | undefined;

  /** The hit as one of a mark: of a sheet ECharts knows only that it was hit. */
  hitOf(hit: Hit, { sheet }: Picture, place = this.#place): Hit {
    return sheet ? { ...hit, dataIndex: place ? sheet.at(place.x, place.y) : -1 } : hit;
  }

  /** `element`: what is at that place, if anything is. */
  moveTo(place: { x: number; y: number }, element: SheetElement | undefined, { sheet }: Picture): void {
    this.#place = place;
    if (!sheet?.outline) return;
    const outline = element?.parent?.childOfName?.(OUTLINE);
    const index = outline ? sheet.at(place.x, place.y) : -1;
    if (outline !== this.#outline) this.#outline?.attr?.({ invisible: true });
    this.#outline = outline;
    outline?.attr?.({ invisible: index < 0, shape: index < 0 ? NOWHERE : sheet.boxOf(index) });
  }

  leave(): void {
    this.#outline?.attr?.({ invisible: true });
    this.#outline = undefined;
  }
}

/** The middle of a mark. */
export function middleOf({ x, y, width, height }: Box): { x: number; y: number } {
  return { x: x + width / 2, y: y + height / 2 };
}
