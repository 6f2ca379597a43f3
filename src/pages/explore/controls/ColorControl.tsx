import { ColorPicker } from "antd";
import type { WidgetProps } from "./widget.ts";

interface Rgba {
  r: number;
  g: number;
  b: number;
  a: number;
}

function isRgba(value: unknown): value is Rgba {
  return typeof value === "object" && value !== null && "r" in value && "g" in value && "b" in value;
}

export function ColorControl({ value, onChange, label }: WidgetProps<"color">) {
  const css = isRgba(value) ? `rgba(${value.r},${value.g},${value.b},${value.a ?? 1})` : String(value ?? "");
  return (
    <ColorPicker
      aria-label={label}
      value={css || undefined}
      showText
      onChangeComplete={(color) =>
        onChange(isRgba(value) || value === undefined ? rgbaOf(color.toRgb()) : color.toHexString())
      }
    />
  );
}

function rgbaOf({ r, g, b, a }: Rgba): Rgba {
  return { r: Math.round(r), g: Math.round(g), b: Math.round(b), a };
}
