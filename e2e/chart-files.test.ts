import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { CHART_CARDS } from "../src/chart-types/index.ts";

const WEB = join(import.meta.dirname, "..", "dist", "web");
const MAX_BYTES = 120_000;

type Manifest = Record<string, { file: string; name?: string; imports?: string[] }>;

test("no chart type in the build loads more than 120 kB beyond the shared files", () => {
  const manifest = JSON.parse(readFileSync(join(WEB, ".vite", "manifest.json"), "utf8")) as Manifest;
  const reach = (key: string, known = new Set<string>()): Set<string> => {
    if (known.has(key)) return known;
    known.add(key);
    for (const next of manifest[key]?.imports ?? []) reach(next, known);
    return known;
  };
  const keyOf = (name: string) =>
    Object.keys(manifest).find((key) => manifest[key]?.name === name && /\.js$/.test(manifest[key].file));
  const shared = new Set(["chart-view", "charts", "chart-types"].flatMap((name) => [...reach(keyOf(name) ?? "")]));
  expect(shared.size).toBeGreaterThan(3);
  const sizes = CHART_CARDS.filter((card) => card.category !== "Map").flatMap(({ folder }) => {
    const own = keyOf(`chart-${folder}`);
    if (!own) return [];
    const files = [...reach(own)].filter((key) => !shared.has(key) && !/^kit-/.test(manifest[key]?.name ?? ""));
    const bytes = files.reduce(
      (sum, key) => sum + gzipSync(readFileSync(join(WEB, manifest[key]?.file ?? ""))).length,
      0,
    );
    return [{ folder, bytes }];
  });
  expect(sizes.length).toBeGreaterThan(30);
  expect(sizes.filter(({ bytes }) => bytes > MAX_BYTES)).toEqual([]);
});
