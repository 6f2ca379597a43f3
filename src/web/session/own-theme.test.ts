import { describe, expect, test } from "vitest";
import { chartTheme } from "../../chart-kit/colors/theme.ts";
import { cssVariables } from "../../ui/tokens.ts";
import { ownTheme } from "./own-theme.ts";

const themeOf = (theme: object, mode: "light" | "dark" = "light") => ownTheme(JSON.stringify(theme), mode);

describe("a custom theme", () => {
  test("derives colors of the page, controls and charts", () => {
    const own = themeOf({ token: { colorPrimary: "#a04f14", colorBgContainer: "#fff8f0" } });
    expect(own?.variables).toMatchObject({
      "tessera-color-primary": "#a04f14",
      "tessera-color-link": "#a04f14",
      "tessera-button-primary": "#a04f14",
      "tessera-rail": "#fff8f0",
      "tessera-color-text": cssVariables("light")["tessera-color-text"],
    });
    expect(own?.variables?.["tessera-color-primary-bg"]).not.toBe(cssVariables("light")["tessera-color-primary-bg"]);
    expect(own?.theme.token).toMatchObject({ colorPrimary: "#a04f14", colorBgContainer: "#fff8f0" });
    expect(own?.charts).toMatchObject({ mode: "light", background: "#fff8f0", primary: "#a04f14" });
    expect(own?.charts?.text).toBe(chartTheme("light").text);
  });

  test("drops default component colors made for another background, and applies component tokens", () => {
    const own = themeOf({
      algorithm: "dark",
      token: { colorBgBase: "#001018" },
      components: { Modal: { contentBg: "#012" } },
    });
    expect(own?.theme.components?.Modal).toEqual({ titleFontSize: 16, contentBg: "#012" });
    expect(own?.theme.components?.Table).not.toHaveProperty("headerBg");
    expect(themeOf({ token: { fontSize: 15 } }, "dark")?.theme.components?.Modal).toMatchObject({
      contentBg: "#24272C",
    });
  });

  test("uses the mode of its algorithm, or else the user's mode", () => {
    const modes = [["dark"], "default", undefined].map((algorithm) => themeOf({ algorithm }, "dark")?.charts?.mode);
    expect(modes).toEqual(["dark", "light", "dark"]);
    expect(themeOf({ algorithm: "dark" })?.mode).toBe("dark");
  });

  test.each(["{", "[]", '{"token": {"colorPrimary": "red}body{display:none"}}'])("is undefined for %s", (text) => {
    expect(ownTheme(text, "light")).toBeUndefined();
  });

  test("keeps values within their CSS declaration", () => {
    const json = (theme: object) => JSON.stringify(themeOf(theme));
    expect(json({ token: { colorPrimary: "#a04f14", fontFamily: "Inter; position: fixed" } })).not.toContain("fixed");
    const images = ["url(//x.example/a)", "image-set('//x.example/a' 1x)", "\\75rl(//x.example/a)"];
    for (const boxShadow of images) {
      expect(json({ token: { boxShadow } }) ?? "").not.toContain("x.example");
      expect(json({ components: { Modal: { boxShadow } } }) ?? "").not.toContain("x.example");
    }
  });

  test("is undefined with values of the wrong type", () => {
    expect(themeOf({ token: { colorPrimary: 5 } })).toBeUndefined();
    expect(themeOf({ token: { blue: true } })).toBeUndefined();
    expect(themeOf({ token: { motionUnit: "soon" } })).toBeUndefined();
  });
});
