import { describe, expect, it } from "vitest";
import { scopedCss } from "./scoped-css.ts";

const inside = (css: string) => scopedCss(css).replace("@scope ([data-dashboard]) {\n", "").replace(/\n\}$/, "");

describe("CSS of a dashboard", () => {
  it("stands in a scope of the dashboard's elements", () => {
    expect(scopedCss("h3 { color: red }")).toBe("@scope ([data-dashboard]) {\nh3 { color: red }\n}");
  });

  it("cannot leave its scope by braces too many", () => {
    expect(inside("} body { display: none }")).toBe(" body { display: none }");
    expect(inside("@media print { a { color: red } } } b {}")).toBe("@media print { a { color: red } }  b {}");
  });

  it("closes what was left open", () => {
    expect(inside("@media print { a { color: red")).toBe("@media print { a { color: red}}");
    expect(inside("a {} /* never ends }")).toBe("a {} ");
  });

  it("leaves braces in strings and escapes alone", () => {
    expect(inside('a::before { content: "}" }')).toBe('a::before { content: "}" }');
    expect(inside("a::before { content: '\\'}' }")).toBe("a::before { content: '\\'}' }");
    expect(inside(".a\\} { color: red }")).toBe(".a\\} { color: red }");
  });
});
