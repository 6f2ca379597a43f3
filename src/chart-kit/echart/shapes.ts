import type { ChartTheme } from "../../chart-seam/chart-type.ts";

export interface Shape {
  type: "rect" | "circle" | "sector" | "polygon" | "path";
  shape: Readonly<Record<string, unknown>>;
  fill: string;
  opacity?: number;
  stroke?: string;
  lineWidth?: number;
  texts?: readonly ShapeText[];
  value?: number;
}

export interface ShapeText {
  text: string;
  x: number;
  y: number;
  color: string;
  size?: number;
  isBold?: boolean;
  align?: "left" | "center" | "right";
  /** Radians, counterclockwise. */
  rotation?: number;
}

export interface ShapesLook {
  theme: ChartTheme;
  isClickable?: boolean;
  name?: string;
}

export function shapesSeries(
  shapes: readonly Shape[],
  { theme, isClickable = false, name }: ShapesLook,
): Record<string, unknown> {
  return {
    type: "custom",
    coordinateSystem: "none",
    ...(name ? { name } : {}),
    cursor: isClickable ? "pointer" : "default",
    data: shapes.map((shape) => shape.value ?? 0),
    renderItem: ({ dataIndex }: { dataIndex: number }) => elementOf(shapes[dataIndex], theme),
  };
}

function elementOf(shape: Shape | undefined, theme: ChartTheme) {
  if (!shape) return null;
  const { type, fill, opacity = 1, stroke, lineWidth = 1 } = shape;
  const mark = {
    type,
    shape: shape.shape,
    style: { fill, opacity, ...(stroke ? { stroke, lineWidth } : {}) },
    emphasis: { style: { stroke: theme.text, lineWidth: 1.5 } },
  };
  return { type: "group", children: [mark, ...(shape.texts ?? []).map((text) => textElement(text, theme))] };
}

export function textElement(text: ShapeText, theme: ChartTheme) {
  const size = text.size ?? 11;
  return {
    type: "text",
    silent: true,
    x: text.x,
    y: text.y,
    rotation: text.rotation ?? 0,
    style: {
      text: text.text,
      fill: text.color,
      font: `${text.isBold ? 600 : 400} ${size}px ${theme.fontFamily}`,
      textAlign: text.align ?? "left",
      textVerticalAlign: "middle",
    },
  };
}
