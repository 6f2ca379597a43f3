import { describe, expect, test } from "vitest";
import { cssText, cssVariables, type Mode, themeOf } from "./tokens.ts";

const MODES: readonly Mode[] = ["light", "dark"];

function luminance(hex: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

describe.each(MODES)("the %s theme", (mode) => {
  const variables = cssVariables(mode);
  const color = (name: string) => variables[`tessera-${name}`] as string;

  test("publishes the tokens of the file", () => {
    const { token = {} } = themeOf(mode);
    expect(color("color-text-tertiary")).toBe(token.colorTextTertiary);
    expect(color("color-bg-layout")).toBe(token.colorBgLayout);
    expect(color("color-primary")).toBe(token.colorPrimary);
    expect(color("color-error")).toBe(token.colorError);
    expect(color("font-size")).toBe("13px");
    expect(color("font-weight-strong")).toBe("600");
    expect(color("border-radius")).toBe("4px");
  });

  test("publishes the spacing of the design", () => {
    const spaces = [1, 2, 3, 4, 5, 6, 7].map((step) => color(`space-${step}`));
    expect(spaces).toEqual(["4px", "8px", "12px", "16px", "24px", "32px", "48px"]);
  });

  test.each(["color-bg-layout", "color-bg-container", "color-bg-elevated"])("text is readable on %s", (background) => {
    for (const text of ["color-text", "color-text-secondary", "color-text-tertiary", "color-link", "color-error"]) {
      expect(contrast(color(text), color(background)), `${text} on ${background}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  test("borders of fields and icons are visible", () => {
    for (const mark of ["color-border", "color-primary", "favorite"]) {
      expect(contrast(color(mark), color("color-bg-container")), mark).toBeGreaterThanOrEqual(3);
    }
  });

  test("white text is readable on the primary button", () => {
    expect(contrast("#FFFFFF", color("button-primary"))).toBeGreaterThanOrEqual(4.5);
  });

  test("a hovered button is readable", () => {
    const { Button = {} } = themeOf(mode).components ?? {};
    const hover = Button.defaultHoverColor ?? Button.colorPrimaryHover ?? color("color-primary-hover");
    expect(contrast(hover, Button.defaultBg ?? color("color-bg-container"))).toBeGreaterThanOrEqual(4.5);
  });

  test("status colors are readable on their tints", () => {
    for (const [text, background] of [
      ["color-success", "color-success-bg"],
      ["color-warning", "color-warning-bg"],
      ["color-error", "color-error-bg"],
      ["color-link", "color-primary-bg"],
    ] as const) {
      expect(contrast(color(text), color(background)), text).toBeGreaterThanOrEqual(4.5);
    }
  });
});

test("the stylesheet sets the variables and the color scheme of the document", () => {
  const text = cssText("dark");
  expect(text).toMatch(/^:root\{color-scheme:dark;/);
  expect(text).toContain("--tessera-color-text:#ECECE9");
  expect(text).not.toContain("undefined");
});
