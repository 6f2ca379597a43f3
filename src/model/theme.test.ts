import { describe, expect, test } from "vitest";
import { themeProblem } from "./theme.ts";

const problemOf = (theme: unknown) => themeProblem(JSON.stringify(theme));

describe("a theme", () => {
  test("accepts Ant Design's keys and unknown ones", () => {
    expect(problemOf({})).toBeUndefined();
    expect(
      problemOf({
        algorithm: ["dark", "compact"],
        token: { colorPrimary: "#20a7c9", borderRadius: 4, wireframe: false, colorLink: null },
        components: { Button: { colorPrimary: "rgb(1 2 3 / 50%)", deep: { size: [1, "2px"] } } },
        made_up: { echartsOptions: { grid: { top: 5 } } },
      }),
    ).toBeUndefined();
  });

  test("is rejected with the invalid place", () => {
    expect(themeProblem("{")).toBe("Invalid JSON configuration");
    expect(themeProblem(`{"a": ${"[".repeat(300)}${"]".repeat(300)}}`)).toBe("Invalid JSON configuration");
    expect(themeProblem("[]")).toBe("Invalid theme configuration");
    expect(problemOf({ algorithm: "sepia" })).toBe("Invalid theme configuration: algorithm");
    expect(problemOf({ components: { Button: 5 } })).toBe("Invalid theme configuration: components.Button");
    expect(problemOf({ token: { colorPrimary: 5 } })).toBe(
      "Invalid theme configuration: token.colorPrimary must be a color",
    );
    expect(problemOf({ components: { Card: { colorBgContainer: ["red"] } } })).toContain(
      "components.Card.colorBgContainer must be a color",
    );
    expect(themeProblem(`{"a":"${"x".repeat(262_144)}"}`)).toBe("Longer than maximum length 262144.");
  });

  test.each([
    { token: { fontFamily: "x } body { display: none" } },
    { token: { fontFamily: "</style><script>" } },
    { token: { boxShadow: "URL (https://evil.example)" } },
    { components: { Card: { list: ["solid", "@import 'a'"] } } },
    { any: { deep: { text: "javascript : alert(1)" } } },
    { token: { brandLogoUrl: "javascript:alert(1)" } },
    { token: { brandLogoUrl: "//evil.example/a.png" } },
    { token: { brandLogoUrl: "/\\evil.example/a.png" } },
    { token: { brandLogoUrl: "data:text/html,<script>" } },
    { token: { brandSpinnerSvg: "<svg onload=alert(1)>" } },
    { token: { brandSpinnerSvg: "<svg><foreignObject/></svg>" } },
  ])("can't leave the style sheet or load a script: %j", (theme) => {
    expect(problemOf(theme)).toMatch(/^Invalid theme configuration: .+ contains unsafe content$/);
  });

  test("rejects prototype keys", () => {
    expect(themeProblem('{"token": {"__proto__": {"colorPrimary": "red"}}}')).toBe(
      "Invalid theme configuration: token.__proto__ contains unsafe content",
    );
    expect(problemOf({ constructor: { prototype: "red" } })).toBeUndefined();
  });

  test.each(["", "/static/logo.png", "logo.svg", "./a/b.png", "https://example.org/a.png", "data:image/png;base64,AA"])(
    "shows a picture from %j",
    (brandLogoUrl) => expect(problemOf({ token: { brandLogoUrl } })).toBeUndefined(),
  );
});
