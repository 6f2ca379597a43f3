import { theme } from "antd";
import { readableOn } from "../../chart-kit/colors/shade.ts";
import type { ThemedLook } from "../../web/session/theme.ts";

const HEX = /^#[0-9a-f]{6}$/i;

/** What a theme that can be saved does not say as its author may have meant it. */
export function remarksOn(text: string, look: ThemedLook): string[] {
  const unknown = unknownTokens(text);
  const remarks = unknown.length > 0 ? [`Without effect here: ${unknown.join(", ")}`] : [];
  const { charts } = look;
  if (!charts) return remarks;
  const { background, text: ink, textSecondary, link } = charts;
  const isFaint = (color: string, isLarge = false) =>
    HEX.test(color) && HEX.test(background) && readableOn(color, background, isLarge) !== color.toLowerCase();
  const faint = [
    ...(isFaint(ink) ? ["text"] : []),
    ...(isFaint(textSecondary) ? ["secondary text"] : []),
    // Most colors of brands are far from one of the grounds: what people see at all is left to them.
    ...(isFaint(link, true) ? ["links"] : []),
  ];
  return faint.length > 0 ? [...remarks, `Hard to read on its ground: ${faint.join(", ")}`] : remarks;
}

function unknownTokens(text: string): string[] {
  const { token = {} } = JSON.parse(text) as { token?: object };
  const known = theme.getDesignToken();
  return Object.keys(token).filter((name) => !(name in known));
}
