import { LegendScrollComponent } from "echarts/components";
import type { use } from "echarts/core";
import { hiddenNamesText } from "./legend.ts";

/** Private fields of ECharts' scrolling legend in the pinned version. The gallery test checks every legend. */
interface Item {
  x: number;
  y: number;
  getBoundingRect(): { x: number; y: number; width: number; height: number };
}
interface Clip {
  shape: { width: number; height: number };
  setShape(key: "width" | "height", value: number): void;
}
interface PageText {
  setStyle(key: "text", text: string): void;
}
interface ScrollView {
  _containerGroup: { getClipPath(): Clip | undefined };
  _controllerGroup: { childOfName(name: "pageText"): PageText | undefined };
  getContentGroup(): Item & { children(): Item[] };
  layoutInner(model: { getOrient(): { index: 0 | 1 } }, ...rest: unknown[]): unknown;
}
type ScrollViewClass = new () => ScrollView;
type Installer = Extract<Parameters<typeof use>[0], (...list: never[]) => unknown>;

/** Pages show whole names only (ECharts cuts the last one anywhere) and the number of names that aren't shown. */
export const PagedLegendComponent: Installer = (registers) => {
  const registerComponentView: typeof registers.registerComponentView = (view) =>
    registers.registerComponentView(wholeNames(view as unknown as ScrollViewClass) as unknown as typeof view);
  (LegendScrollComponent as Installer)({ ...registers, registerComponentView });
};

const EDGE = 3;

function wholeNames(View: ScrollViewClass): ScrollViewClass {
  return class extends View {
    override layoutInner(...[model, ...rest]: Parameters<ScrollView["layoutInner"]>): unknown {
      const room = super.layoutInner(model, ...rest);
      if (!this._containerGroup.getClipPath()) return room;
      const pageText = this._controllerGroup.childOfName("pageText");
      // The longest text, whose width is reserved by another layout.
      pageText?.setStyle("text", hiddenNamesText(this.getContentGroup().children().length));
      if (pageText) Object.assign(pageText, { silent: false, cursor: "pointer" });
      const paged = super.layoutInner(model, ...rest);
      const clip = this._containerGroup.getClipPath();
      const isVertical = model.getOrient().index === 1;
      if (clip) pageText?.setStyle("text", hiddenNamesText(cutToWholeItems(clip, this.getContentGroup(), isVertical)));
      return paged;
    }
  };
}

function cutToWholeItems(clip: Clip, content: Item & { children(): Item[] }, isVertical: boolean): number {
  const [at, length] = isVertical ? (["y", "height"] as const) : (["x", "width"] as const);
  const ends = content.children().map((item) => {
    const box = item.getBoundingRect();
    return content[at] + item[at] + box[at] + box[length];
  });
  const last = Math.max(0, ...ends.filter((end) => end <= clip.shape[length] + 1));
  if (last > 0) clip.setShape(length, Math.min(clip.shape[length], last + EDGE));
  return ends.filter((end) => end <= 0 || end > last).length;
}
