import { describe, expect, test } from "vitest";
import { chartTheme } from "../../chart-kit/colors/theme.ts";
import { cssVariables } from "../../ui/tokens.ts";
import { ownTheme } from "./own-theme.ts";

const made = (theme: object, mode: "light" | "dark" = "light") => ownTheme(JSON.stringify(theme), mode);

describe("a theme that somebody wrote", () => {
  test("colors what follows from its colors, in the page, in controls and in charts", () => {
    const own = made({ token: { colorPrimary: "#a04f14", colorBgContainer: "#fff8f0" } });
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

  test("leaves no part of a component in a color that goes with another ground, and has its own parts", () => {
    const own = made({
      algorithm: "dark",
      token: { colorBgBase: "#001018" },
      components: { Modal: { contentBg: "#012" } },
    });
    expect(own?.theme.components?.Modal).toEqual({ titleFontSize: 16, contentBg: "#012" });
    expect(own?.theme.components?.Table).not.toHaveProperty("headerBg");
    expect(made({ token: { fontSize: 15 } }, "dark")?.theme.components?.Modal).toMatchObject({ contentBg: "#24272C" });
  });

  test("is dark where its algorithm says so, light where it says default, and else as the reader's own", () => {
    const modes = [["dark"], "default", undefined].map((algorithm) => made({ algorithm }, "dark")?.charts?.mode);
    expect(modes).toEqual(["dark", "light", "dark"]);
    expect(made({ algorithm: "dark" })?.mode).toBe("dark");
  });

  test.each(["{", "[]", '{"token": {"colorPrimary": "red}body{display:none"}}'])("is none of %s", (text) => {
    expect(ownTheme(text, "light")).toBeUndefined();
  });

  test("lets no value leave its declaration", () => {
    const said = (theme: object) => JSON.stringify(made(theme));
    expect(said({ token: { colorPrimary: "#a04f14", fontFamily: "Inter; position: fixed" } })).not.toContain("fixed");
    const images = ["url(//x.example/a)", "image-set('//x.example/a' 1x)", "\\75rl(//x.example/a)"];
    for (const boxShadow of images) {
      expect(said({ token: { boxShadow } }) ?? "").not.toContain("x.example");
      expect(said({ components: { Modal: { boxShadow } } }) ?? "").not.toContain("x.example");
    }
  });

  test("is none where it has values of the wrong kind", () => {
    expect(made({ token: { colorPrimary: 5 } })).toBeUndefined();
    expect(made({ token: { blue: true } })).toBeUndefined();
    expect(made({ token: { motionUnit: "soon" } })).toBeUndefined();
  });
});
