import compile from "icu-minify/compile";
import format from "icu-minify/format";
import { expect, test } from "vitest";
import { isolated } from "./isolated.ts";

const shown = (text: string, values: Record<string, unknown>) =>
  format(isolated(compile(text)), "ar", values as never, { formatters: {} as never });

test("keeps the direction of names within a sentence", () => {
  expect(shown("تم حذف {name}", { name: "Sales (2024)" })).toBe("تم حذف \u2068Sales (2024)\u2069");
  expect(shown("لا شيء", {})).toBe("لا شيء");
});

test("isolates names in choices and tags, but not the value that selects a choice", () => {
  const text = "{kind, select, chart {مخطط {name}} other {لوحة {name}}}";
  expect(shown(text, { kind: "chart", name: "A" })).toBe("مخطط \u2068A\u2069");
  const link = (inside: unknown[]) => inside.join("");
  expect([shown("<link>{name}</link>", { link, name: "A" })].flat().join("")).toBe("\u2068A\u2069");
});
