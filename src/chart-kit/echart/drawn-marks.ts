import { graphic } from "echarts/core";

/** What draws all marks of a sheet, in pixels of the chart. */
interface Marks {
  draw(context: CanvasRenderingContext2D): void;
}

/** What zrender gives to an element that draws itself. */
interface PathProxy {
  getContext?(): CanvasRenderingContext2D | null;
}

interface DrawnMarks {
  /** Inside of an object: ECharts takes a function of a shape for a list. */
  shape: { marks: Marks };
  target?: CanvasRenderingContext2D | null;
  drawnFor?: Marks;
  image?: HTMLCanvasElement;
}

/**
 * Draws marks straight into the chart's canvas the first time, so that turning them into pixels is not waited for.
 * When the chart is painted again, as when a mark is pointed at, they come from an image.
 */
const DrawnMarks = graphic.extendShape({
  type: "marks",
  shape: { marks: { draw: () => undefined } },
  buildPath(path: PathProxy) {
    (this as unknown as DrawnMarks).target = path.getContext?.() ?? null;
  },
  afterBrush() {
    const own = this as unknown as DrawnMarks;
    const { target } = own;
    const { marks } = own.shape;
    if (!target) return;
    target.save();
    if (own.drawnFor === marks) target.drawImage(imageOf(own, target), 0, 0);
    else {
      own.image = undefined;
      marks.draw(target);
    }
    own.drawnFor = marks;
    target.restore();
  },
} as unknown as Parameters<typeof graphic.extendShape>[0]);

/** Of the canvas' own pixels; the context is left as that needs it. */
function imageOf(own: DrawnMarks, target: CanvasRenderingContext2D): HTMLCanvasElement {
  const transform = target.getTransform();
  target.resetTransform();
  if (own.image) return own.image;
  const image = document.createElement("canvas");
  image.width = target.canvas.width;
  image.height = target.canvas.height;
  const context = image.getContext("2d");
  context?.setTransform(transform);
  if (context) own.shape.marks.draw(context);
  own.image = image;
  return image;
}

graphic.registerShape("marks", DrawnMarks);
