import { expect, test } from "vitest";
import { changesBetween, type Settings } from "./settings.ts";

const settings = (metadata: object, versions = 1): Settings => ({
  texts: { "dashboard json_metadata": JSON.stringify(metadata) },
  versions: { dashboard: versions },
});

test("lists changed settings with both values", () => {
  const before = settings({ color_scheme: "a", refresh_frequency: 0 });
  expect(changesBetween(before, settings({ color_scheme: "a", refresh_frequency: 0 }))).toEqual([]);
  expect(changesBetween(before, settings({ color_scheme: "b", refresh_frequency: 0 }, 2))).toEqual([
    'dashboard json_metadata (color_scheme: "a" became "b")',
    "dashboard versions",
  ]);
});
