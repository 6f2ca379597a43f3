import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fieldChanges, isSame } from "../../model/field-changes.ts";
import { openYaml, valueOfYaml, writeYaml } from "../../model/yaml.ts";
import { editYaml } from "./yaml-edit.ts";

const CHART = `# Sales by region, see the wiki
slice_name: Sales # shown on the wall
description: null
# Drawn every morning
params:
  viz_type: table
  # Keep below the limit
  row_limit: 100
  metrics: [count, sum] # both

  groupby:
    - region # first level
    - city
columns:
  # The key
  - column_name: id
    type: BIGINT # never changes
  - column_name: price
    verbose_name: "Price (€)"
uuid: 11111111-ebfa-4f60-a26a-582c49132f1b
`;

function after(text: string, next: unknown): string {
  const document = openYaml(text);
  editYaml(document, fieldChanges(valueOfYaml(document), next));
  return writeYaml(document, text);
}

const value = (text: string) => valueOfYaml(openYaml(text)) as Record<string, never>;
const comments = (text: string) => text.match(/# .*/g) ?? [];

/** Names of all maps with their place, in the order of the file. */
function keys(of: unknown, at = ""): string[] {
  if (Array.isArray(of)) return of.flatMap((item, i) => keys(item, `${at}[${i}]`));
  if (typeof of !== "object" || of === null) return [];
  return Object.entries(of).flatMap(([name, inner]) => [`${at}.${name}`, ...keys(inner, `${at}.${name}`)]);
}

describe("an edit of a file", () => {
  test("changes only its field", () => {
    const next = { ...value(CHART), slice_name: "Revenue" };
    expect(after(CHART, next)).toBe(CHART.replace("slice_name: Sales #", "slice_name: Revenue #"));
  });

  test("finds items of lists by their key", () => {
    const edited = value(CHART) as unknown as { columns: object[] };
    const next = { ...edited, columns: [edited.columns[0], { ...edited.columns[1], verbose_name: "Price" }] };
    expect(after(CHART, next)).toBe(CHART.replace('"Price (€)"', '"Price"'));
  });

  test("keeps the comments of items beside those that are added or removed", () => {
    const { params, ...others } = value(CHART) as unknown as { params: object };
    const text = after(CHART, { ...others, params: { ...params, groupby: ["country", "region"] } });
    expect(text).toContain("- region # first level");
    expect(text).not.toContain("city");
    expect(value(text)).toMatchObject({ params: { groupby: ["country", "region"] } });
  });

  test("quotes what YAML 1.1 would misread", () => {
    const text = after(CHART, { ...value(CHART), slice_name: "no" });
    expect(text).toContain('slice_name: "no" # shown on the wall');
  });
});

const scalar = fc.oneof(
  fc.integer({ min: -1000, max: 1000 }),
  fc.boolean(),
  fc.constantFrom("no", "2024-01-01", "a: b", "#x", "1e3", "two\nlines", "ünï", "x".repeat(200)),
);
const edit = fc.oneof(
  fc.record({
    kind: fc.constant("top" as const),
    name: fc.constantFrom("slice_name", "description", "new"),
    to: scalar,
  }),
  fc.record({
    kind: fc.constant("param" as const),
    name: fc.constantFrom("row_limit", "viz_type", "added", "metrics"),
    to: fc.oneof(scalar, fc.array(fc.constantFrom("count", "sum", "max"), { maxLength: 3 })),
  }),
  fc.record({ kind: fc.constant("drop" as const), name: fc.constantFrom("added", "metrics"), to: fc.constant(0) }),
  fc.record({ kind: fc.constant("column" as const), name: fc.constantFrom("id", "price", "tax"), to: scalar }),
);

// biome-ignore lint/suspicious/noExplicitAny: fields of any shape
function changed(current: any, { kind, name, to }: { kind: string; name: string; to: unknown }): unknown {
  if (kind === "top") return { ...current, [name]: to };
  if (kind === "param") return { ...current, params: { ...current.params, [name]: to } };
  if (kind === "drop") {
    const { [name]: _, ...params } = current.params;
    return { ...current, params };
  }
  // biome-ignore lint/suspicious/noExplicitAny: fields of any shape
  const columns: any[] = current.columns;
  const known = columns.some((column) => column.column_name === name);
  const own = known ? columns : [...columns, { column_name: name }];
  return { ...current, columns: own.map((one) => (one.column_name === name ? { ...one, description: to } : one)) };
}

/** Those of fields that an edit may remove or replace as a whole. */
const LOSABLE = new Set(["# both"]);

test("1,000 random edits keep comments and the order of keys, and say what was asked for", () => {
  let count = 0;
  fc.assert(
    fc.property(fc.array(edit, { minLength: 20, maxLength: 20 }), (edits) => {
      let text = CHART;
      for (const each of edits) {
        const before = value(text);
        const next = changed(before, each);
        const edited = after(text, next);
        const now = value(edited);
        expect(isSame(now, next)).toBe(true);
        const stays = keys(before).filter((key) => keys(now).includes(key));
        expect(keys(now).filter((key) => stays.includes(key))).toEqual(stays);
        const missing = comments(CHART).filter((comment) => !comments(edited).includes(comment));
        expect(missing.filter((comment) => !LOSABLE.has(comment))).toEqual([]);
        text = edited;
        count++;
      }
    }),
    { numRuns: 50 },
  );
  expect(count).toBeGreaterThanOrEqual(1000);
});
