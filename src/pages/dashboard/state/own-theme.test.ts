import { describe, expect, test } from "vitest";
import { chartTheme } from "../../../chart-kit/theme.ts";
import { ownTheme } from "./own-theme.ts";

const made = (theme: object, mode: "light" | "dark" = "light") => ownTheme(JSON.stringify(theme), mode);

describe("a dashboard's theme", () => {
  test("colors what follows from its colors, in the page, in controls and in charts", () => {
    const own = made({ token: { colorPrimary: "#a04f14", colorBgContainer: "#fff8f0" } });
    expect(own?.css).toContain("--tessera-color-primary:#a04f14");
    expect(own?.css).toContain("--tessera-color-link:#a04f14");
    expect(own?.css).toContain("--tessera-button-primary:#a04f14");
    expect(own?.css).toMatch(/\[data-dashboard\] \.tessera\.tessera\{[^}]*--ant-color-primary:#a04f14/);
    expect(own?.css).not.toMatch(/--tessera-color-primary-bg:#EEF1FB/i);
    expect(own?.charts).toMatchObject({ mode: "light", background: "#fff8f0", primary: "#a04f14" });
    expect(own?.charts.text).toBe(chartTheme("light").text);
  });

  test("is dark where its algorithm says so, light where it says default, and else as the reader's own", () => {
    const modes = [["dark"], "default", undefined].map((algorithm) => made({ algorithm }, "dark")?.charts.mode);
    expect(modes).toEqual(["dark", "light", "dark"]);
    expect(made({ algorithm: "dark" })?.css).toContain("color-scheme:dark");
  });

  test.each(["{", "[]", '{"token": {"colorPrimary": "red}body{display:none"}}'])("is none of %s", (text) => {
    expect(ownTheme(text, "light")).toBeUndefined();
  });

  test("lets no value leave its declaration", () => {
    expect(made({ token: { colorPrimary: "#a04f14", fontFamily: "Inter; position: fixed" } })?.css).not.toContain(
      "fixed",
    );
    const images = ["url(//x.example/a)", "image-set('//x.example/a' 1x)", "\\75rl(//x.example/a)"];
    for (const boxShadow of images) expect(made({ token: { boxShadow } })?.css ?? "").not.toContain("x.example");
  });
});
