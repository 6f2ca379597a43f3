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
  const colour = (name: string) => variables[`tessera-${name}`] as string;

  test("publishes the file's tokens as they are", () => {
    const { token = {} } = themeOf(mode);
    expect(colour("color-text-tertiary")).toBe(token.colorTextTertiary);
    expect(colour("color-bg-layout")).toBe(token.colorBgLayout);
    expect(colour("color-primary")).toBe(token.colorPrimary);
    expect(colour("color-error")).toBe(token.colorError);
    expect(colour("font-size")).toBe("13px");
    expect(colour("font-weight-strong")).toBe("600");
    expect(colour("border-radius")).toBe("4px");
  });

  test("publishes the spaces of the design", () => {
    const spaces = [1, 2, 3, 4, 5, 6, 7].map((step) => colour(`space-${step}`));
    expect(spaces).toEqual(["4px", "8px", "12px", "16px", "24px", "32px", "48px"]);
  });

  test.each(["color-bg-layout", "color-bg-container", "color-bg-elevated"])("text can be read on %s", (ground) => {
    for (const text of ["color-text", "color-text-secondary", "color-text-tertiary", "color-link", "color-error"]) {
      expect(contrast(colour(text), colour(ground)), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  test("edges of fields and marks can be seen", () => {
    for (const mark of ["color-border", "color-primary", "favorite"]) {
      expect(contrast(colour(mark), colour("color-bg-container")), mark).toBeGreaterThanOrEqual(3);
    }
  });

  test("white text can be read on the primary button", () => {
    expect(contrast("#FFFFFF", colour("button-primary"))).toBeGreaterThanOrEqual(4.5);
  });

  test("a plain button can be read under the pointer", () => {
    const { Button = {} } = themeOf(mode).components ?? {};
    const hover = Button.defaultHoverColor ?? Button.colorPrimaryHover ?? colour("color-primary-hover");
    expect(contrast(hover, Button.defaultBg ?? colour("color-bg-container"))).toBeGreaterThanOrEqual(4.5);
  });

  test("meaning can be read on its own tint", () => {
    for (const [text, ground] of [
      ["color-success", "color-success-bg"],
      ["color-warning", "color-warning-bg"],
      ["color-error", "color-error-bg"],
      ["color-link", "color-primary-bg"],
    ] as const) {
      expect(contrast(colour(text), colour(ground)), text).toBeGreaterThanOrEqual(4.5);
    }
  });
});

test("the style sheet sets the variables on the document and tells the browser the scheme", () => {
  const text = cssText("dark");
  expect(text).toMatch(/^:root\{color-scheme:dark;/);
  expect(text).toContain("--tessera-color-text:#ECECE9");
  expect(text).not.toContain("undefined");
});
