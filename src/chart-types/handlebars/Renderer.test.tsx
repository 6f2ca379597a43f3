import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { chartTheme } from "../../chart-kit/colors/theme.ts";
import { safeMarkup } from "../../chart-kit/handlebars/safe-markup.ts";
import { Renderer as Handlebars } from "./Renderer.tsx";

const markup = (html: string) => {
  const box = document.createElement("div");
  box.append(safeMarkup(html));
  return box.innerHTML;
};

const HOSTILE: [html: string, left: string][] = [
  ["<script>alert(1)</script>a", "a"],
  ["<img src=x onerror=alert(1)>", "<img>"],
  ["<a href='javascript:alert(1)'>a</a>", '<a target="_blank" rel="noopener noreferrer">a</a>'],
  ["<svg><script>alert(1)</script></svg><math><mi></mi></math>b", "b"],
  ["<iframe src='https://x.org'></iframe><object data=x></object>c", "c"],
  ["<form action='/logout'><input name=a><button>go</button></form>", "go"],
  ["<style>*{display:none}</style><link rel=stylesheet href=/x><base href=//x>d", "d"],
  ["<p style='color:red' class='k' title='t'>e</p>", '<p style="color:red" class="k" title="t">e</p>'],
  ["<p style='background:url(https://x.org/?n=1);color:red'>e</p>", '<p style="background:url();color:red">e</p>'],
  ["<p style='background:u\\72l(//x.org)'>e</p>", '<p style="background:url()">e</p>'],
  ["<a href='data:text/html,<script>1</script>'>f</a>", '<a target="_blank" rel="noopener noreferrer">f</a>'],
  [
    "<a href='/superset/dashboard/1/'>g</a>",
    '<a href="/superset/dashboard/1/" target="_blank" rel="noopener noreferrer">g</a>',
  ],
];
test.each(HOSTILE)("%s", (html, left) => expect(markup(html)).toBe(left));

test("keeps bidi isolates in text, but not in URLs and styles", () => {
  const name = "\u2068بغداد\u2069";
  expect(markup(`<a href="https://x.org/${name}" title="${name}">${name} 5</a>`)).toBe(
    `<a href="https://x.org/بغداد" title="بغداد" target="_blank" rel="noopener noreferrer">${name} 5</a>`,
  );
});

test("keeps styles and markup in a shadow tree", () => {
  const props = {
    html: "<p class='x'>hello</p>",
    css: '@import "//x.org/a.css"; .x { color: red; background: url(https://x.org/b) } body { display: none }',
    label: "Handlebars chart with 1 row.",
  };
  const { container, rerender } = render(<Handlebars props={props} width={1} height={1} theme={chartTheme("light")} />);
  const host = container.querySelector("figure > div");
  expect(container.querySelector("style")).toBeNull();
  expect(host?.shadowRoot?.querySelector("p")?.textContent).toBe("hello");
  expect(host?.shadowRoot?.querySelector("style")?.textContent).toContain("body { display: none }");
  expect(host?.shadowRoot?.querySelector("style")?.textContent).not.toContain("x.org");
  rerender(
    <Handlebars props={{ ...props, html: "", problem: "line 1" }} width={1} height={1} theme={chartTheme("light")} />,
  );
  expect(container.querySelector("[role=alert]")?.textContent).toBe("line 1");
});
