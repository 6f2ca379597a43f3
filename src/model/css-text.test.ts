import { describe, expect, test } from "vitest";
import { localCss, withinScope } from "./css-text.ts";

describe("CSS of authors", () => {
  test("loads nothing from other sites, however the address is written", () => {
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

  test("keeps addresses of this server and pictures that are in the text itself", () => {
    for (const address of ["/static/a.png", "a.png", "#mask", "data:image/png;base64,AA=="]) {
      const css = `a { background: url(${address}) }`;
      expect(localCss(css)).toBe(css);
    }
  });

  test("can't end the rule that it is put into: braces are balanced as browsers count them", () => {
    expect(localCss("a { color: red }} body { display: none }")).toBe("a { color: red } body { display: none }");
    expect(localCss("@media print { a { color: red")).toBe("@media print { a { color: red}}");
    expect(localCss('a { content: "}" } b { content: "\\"}" }')).toBe('a { content: "}" } b { content: "\\"}" }');
    expect(localCss("a /* } { */ { }")).toBe("a  { }");
    expect(localCss("a { } /* never closed } ")).toBe("a { } ");
    expect(localCss("a { content: 'ends with its line\n} b { }")).toBe("a { content: 'ends with its line\n} b { }");
    expect(localCss("a\\} { color: red }")).toBe("a\\} { color: red }");
  });

  test("is read with the line ends and the replaced NUL of browsers", () => {
    expect(localCss("a {\r\n color: red;\f }\r")).toBe("a {\n color: red;\n }\n");
    expect(localCss("a\0b { }")).toBe("a\ufffdb { }");
    expect(localCss("")).toBe("");
  });
});

describe("CSS within a scope", () => {
  test("keeps rules and conditions", () => {
    const css = "@media (width > 600px) { .tile { color: red } } @supports (display: grid) { b { color: blue } }";
    expect(withinScope(css)).toBe(css);
  });

  test("defines names in a layer, so that those of the page win", () => {
    expect(withinScope("@keyframes spin { from { top: 0 } } a { color: red }")).toBe(
      "@layer tessera-dashboard{@keyframes spin { from { top: 0 } }} a { color: red }",
    );
    expect(withinScope("@media print { @font-face { font-family: x } } b { }")).toBe(
      "@media print { @layer tessera-dashboard{@font-face { font-family: x }} } b { }",
    );
  });

  test("does not reach the page by other rules", () => {
    expect(withinScope("@page { margin: 0 }")).toBe("@ignored-page { margin: 0 }");
    expect(withinScope("@IMPORT 'a.css';")).toBe("@ignored-import 'a.css';");
    expect(withinScope("@pr\\6f perty --x { syntax: '*' }")).toBe("@ignored-property --x { syntax: '*' }");
    expect(withinScope("@namespace svg url(x);")).toBe("@ignored-namespace svg url(x);");
  });

  test("closes a layer whose definition has no block", () => {
    const text = withinScope("a { } @keyframes never");
    expect(text).toBe("a { } @layer tessera-dashboard{@keyframes never}");
    expect(withinScope("@media print { @keyframes never } b { }")).toBe(
      "@media print { @layer tessera-dashboard{@keyframes never }} b { }",
    );
  });
});
