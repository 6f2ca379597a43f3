import { describe, expect, it, test } from "vitest";
import { localCss, scopedCss, withoutGlobalRules } from "./css-text.ts";

const inside = (css: string) => scopedCss(css).replace("@scope ([data-dashboard]) {\n", "").replace(/\n\}$/, "");

describe("dashboard CSS", () => {
  it("is scoped to the dashboard", () => {
    expect(scopedCss("h3 { color: red }")).toBe("@scope ([data-dashboard]) {\nh3 { color: red }\n}");
  });

  it("can't leave its scope with extra braces", () => {
    expect(inside("} body { display: none }")).toBe(" body { display: none }");
    expect(inside("@media print { a { color: red } } } b {}")).toBe("@media print { a { color: red } }  b {}");
  });

  it("closes open blocks", () => {
    expect(inside("@media print { a { color: red")).toBe("@media print { a { color: red}}");
    expect(inside("a {} /* never ends }")).toBe("a {} ");
  });

  it("ignores braces in strings and escapes", () => {
    expect(inside('a::before { content: "}" }')).toBe('a::before { content: "}" }');
    expect(inside("a::before { content: '\\'}' }")).toBe("a::before { content: '\\'}' }");
    expect(inside(".a\\} { color: red }")).toBe(".a\\} { color: red }");
  });

  it.each([
    ["a brace in a URL", "a { background: url({) }} body { color: red }"],
    ["a URL function with an escaped name", "a { background: u\\72 l({) }} body { color: red }"],
    ["an escaped letter", "a { background: \\URL({) }} body { color: red }"],
    ["a quote in a URL", "a { background: url(x') }} body { color: red } ' }"],
    ["a function whose name ends in url", 'a { x: xurl(a ")" ) }} body { color: red } " }'],
    ["the same, escaped", 'a { x: \\78 url(a ")" ) }} body { color: red } " }'],
    ["a string that ends at a carriage return", 'a { content: "\r}} body { color: red } " }'],
    ["a string that ends at a form feed", 'a { content: "\f}} body { color: red } " }'],
    ["a continued line", 'a { content: "\\\r\n { " }} body { color: red }'],
  ])("%s can't leave the scope", (_, css) => {
    expect(depthsOf(scopedCss(css)).slice(0, -1)).not.toContain(0);
  });

  it.each([
    ["a { background: url(https://evil.example/x) }", "a { background: url() }"],
    ["a { background: url( //evil.example/x ) }", "a { background: url() }"],
    ["a { background: url(\\68 ttps://evil.example) }", "a { background: url() }"],
    ['a { background: url("https://evil.example/x") }', 'a { background: url("") }'],
    ["a { background: u\\72l(HTTP:x) }", "a { background: url() }"],
    ["a { --x: '\\2f/evil.example' }", 'a { --x: "" }'],
    ['@import "//evil.example/x.css";', '@ignored-import "";'],
    ["a { background: url(\\\\\\\\evil.example) }", "a { background: url() }"],
  ])("loads nothing from other sites: %s", (css, left) => {
    expect(inside(css)).toBe(left);
  });

  it("allows images of this site and inline ones", () => {
    for (const css of ["a { background: url(/static/x.png) }", "a { background: url('data:image/png;base64,AA==') }"])
      expect(inside(css)).toBe(css);
  });
});

function depthsOf(css: string): number[] {
  const depths: number[] = [];
  let depth = 0;
  let rest = css.replace(/\r\n?|\f/g, "\n");
  while (rest !== "") {
    const [token = ""] = NEXT.exec(rest) ?? [rest.charAt(0)];
    rest = rest.slice(token.length);
    const name = token.replace(/\\([0-9a-f]{1,6})\s?/gi, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)));
    if (/^\\?url$/i.test(name) && /^\((?!\s*["'])/.test(rest)) rest = rest.replace(/^\((?:\\[\s\S]|[^)\\])*\)?/, "");
    depth += token === "{" ? 1 : token === "}" ? -1 : 0;
    if (token === "}" || token === "{") depths.push(depth);
  }
  return depths;
}
const NEXT =
  /^(?:"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?|[#@]?(?:[-\w\u0080-\uffff]|\\(?:[0-9a-f]{1,6}\s?|[^\n0-9a-f]))+|[\s\S])/i;

describe("at-rules in the dashboard CSS", () => {
  it.each([
    ["@property --tessera-color-primary { syntax: '*'; inherits: false }", "@ignored-property --tessera"],
    ["@\\70 roperty --a { inherits: false }", "@ignored-property --a"],
    ["@PAGE { margin: 0 }", "@ignored-page {"],
    ["@scope (html) { :scope { display: none } }", "@ignored-scope (html)"],
    ["@view-transition { navigation: auto }", "@ignored-view-transition {"],
    ["@media print { @position-try --a { left: 0 } }", "@media print { @ignored-position-try --a {"],
    ["@import '/x.css'; a {}", "@ignored-import '/x.css'; a {}"],
  ])("that reach the whole page are ignored: %s", (css, start) => {
    expect(inside(css).startsWith(start)).toBe(true);
  });

  it.each([
    ["@keyframes a { to { left: 0 } } b {}", "@layer tessera-dashboard{@keyframes a { to { left: 0 } }} b {}"],
    [
      "@media print { @font-face { src: url(/a) } } b {}",
      "@media print { @layer tessera-dashboard{@font-face { src: url(/a) }} } b {}",
    ],
    ["@media print { @keyframes a; } b {}", "@media print { @layer tessera-dashboard{@keyframes a; }} b {}"],
    ["@keyframes a; @keyframes b", "@layer tessera-dashboard{@keyframes a; @layer tessera-dashboard{@keyframes b}}"],
    ["@keyframes a { to { left: 0", "@layer tessera-dashboard{@keyframes a { to { left: 0}}}"],
  ])("that define names don't override the page's: %s", (css, text) => {
    expect(inside(css)).toBe(text);
  });

  it("that contain rules are kept", () => {
    const css = "@media (width > 600px) { @supports (top: 0) { @container (width > 1px) { a { top: 0 } } } }";
    expect(inside(css)).toBe(css);
  });
});

describe("author CSS", () => {
  test("loads nothing from other sites, however the URL is written", () => {
    const foreign = [
      "https://evil.example/a.png",
      "//evil.example/a.png",
      "\\\\\\\\evil.example/a.png",
      "ht\\74ps:\\2f\\2f evil.example/a.png",
      " \thttps://evil.example/a.png",
      "ftp:evil.example",
    ];
    for (const address of foreign) {
      expect(localCss(`a { background: url(${address}) }`)).toBe("a { background: url() }");
      expect(localCss(`a { background: image-set("${address}" 1x) }`)).toBe('a { background: image-set("" 1x) }');
    }
    expect(localCss("@import 'https://evil.example/a.css';")).toBe('@import "";');
  });

  test.each(["URL(https://evil.example)", "\\75rl(https://evil.example)", "u\\000072 l(//evil.example)"])(
    "knows the name of an address in any spelling: %s",
    (written) => expect(localCss(`a { background: ${written} }`)).toBe("a { background: url() }"),
  );

  test("keeps URLs of this server and inline images", () => {
    for (const address of ["/static/a.png", "a.png", "#mask", "data:image/png;base64,AA=="]) {
      const css = `a { background: url(${address}) }`;
      expect(localCss(css)).toBe(css);
    }
  });

  test("can't end its enclosing rule: braces are balanced as browsers count them", () => {
    expect(localCss("a { color: red }} body { display: none }")).toBe("a { color: red } body { display: none }");
    expect(localCss("@media print { a { color: red")).toBe("@media print { a { color: red}}");
    expect(localCss('a { content: "}" } b { content: "\\"}" }')).toBe('a { content: "}" } b { content: "\\"}" }');
    expect(localCss("a /* } { */ { }")).toBe("a  { }");
    expect(localCss("a { } /* never closed } ")).toBe("a { } ");
    expect(localCss("a { content: 'ends with its line\n} b { }")).toBe("a { content: 'ends with its line\n} b { }");
    expect(localCss("a\\} { color: red }")).toBe("a\\} { color: red }");
  });

  test("normalizes line ends and NUL like browsers", () => {
    expect(localCss("a {\r\n color: red;\f }\r")).toBe("a {\n color: red;\n }\n");
    expect(localCss("a\0b { }")).toBe("a\ufffdb { }");
    expect(localCss("")).toBe("");
  });
});

describe("scoped CSS", () => {
  test("keeps rules and conditions", () => {
    const css = "@media (width > 600px) { .tile { color: red } } @supports (display: grid) { b { color: blue } }";
    expect(withoutGlobalRules(css)).toBe(css);
  });

  test("defines names in a layer, so that the page's take precedence", () => {
    expect(withoutGlobalRules("@keyframes spin { from { top: 0 } } a { color: red }")).toBe(
      "@layer tessera-dashboard{@keyframes spin { from { top: 0 } }} a { color: red }",
    );
    expect(withoutGlobalRules("@media print { @font-face { font-family: x } } b { }")).toBe(
      "@media print { @layer tessera-dashboard{@font-face { font-family: x }} } b { }",
    );
  });

  test("doesn't affect the page with other rules", () => {
    expect(withoutGlobalRules("@page { margin: 0 }")).toBe("@ignored-page { margin: 0 }");
    expect(withoutGlobalRules("@IMPORT 'a.css';")).toBe("@ignored-import 'a.css';");
    expect(withoutGlobalRules("@pr\\6f perty --x { syntax: '*' }")).toBe("@ignored-property --x { syntax: '*' }");
    expect(withoutGlobalRules("@namespace svg url(x);")).toBe("@ignored-namespace svg url(x);");
  });

  test("closes a layer whose definition has no block", () => {
    const text = withoutGlobalRules("a { } @keyframes never");
    expect(text).toBe("a { } @layer tessera-dashboard{@keyframes never}");
    expect(withoutGlobalRules("@media print { @keyframes never } b { }")).toBe(
      "@media print { @layer tessera-dashboard{@keyframes never }} b { }",
    );
  });
});
