import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadGallery } from "../src/chart-types/galleries.ts";
import { CHART_CARDS } from "../src/chart-types/index.ts";
import { importsOf, ROOT, sourceFiles } from "./source.ts";

test("a card names its own folder, which is the file name in the browser", () => {
  const folders = CHART_CARDS.map((card) => card.folder);
  expect(new Set(folders).size).toBe(folders.length);
  expect(folders.filter((folder) => !existsSync(join(ROOT, "src/chart-types", folder, "card.ts")))).toEqual([]);
});

const SHAPE: Readonly<Record<string, string>> = {
  "card.ts": "card",
  "definition.ts": "definition",
  "controls.ts": "sections",
  "query.ts": "buildQuery",
  "transform.ts": "transform",
  "Renderer.tsx": "Renderer",
  "gallery.ts": "gallery",
};

test("all chart types have the same structure", () => {
  const unexpected = CHART_CARDS.flatMap(({ folder }) => {
    const paths = readdirSync(join(ROOT, "src/chart-types", folder));
    const missing = ["card.ts", "definition.ts", "gallery.ts"].filter((name) => !paths.includes(name));
    const other = paths.filter((path) => SHAPE[path] && !exportsOf(join(folder, path)).includes(SHAPE[path]));
    const more = paths.filter((path) => path === "definition.ts" && exportsOf(join(folder, path)).length > 1);
    return [...missing, ...other, ...more].map((path) => `${folder}/${path}`);
  });
  expect(unexpected).toEqual([]);
});

function exportsOf(path: string): string[] {
  const text = readFileSync(join(ROOT, "src/chart-types", path), "utf8");
  return [
    ...text.matchAll(/^export (?:(?:const|function|async function|type|interface) (\w+)|\{ \w+ as (\w+) \})/gm),
  ].map(([, name, alias]) => name ?? alias ?? "");
}

test("definitions and components of chart types are lazy-loaded", () => {
  const isPart = (path: string) => /^src\/chart-types\/[\w-]+\/(?!card\.ts$)/.test(path);
  const eager = sourceFiles("src")
    .filter((file) => !isPart(file.path) && !/\.test\.tsx?$/.test(file.path))
    .flatMap((file) => importsOf(file).map((one) => ({ from: file.path, ...one })))
    .filter(({ path, isType, isLazy }) => isPart(path) && !isType && !isLazy);
  expect(eager).toEqual([]);
});

test("gallery cases use existing metrics and columns of example datasets", async () => {
  const folder = join(ROOT, "examples/shared/datasets/examples");
  const names = new Map(
    readdirSync(folder).map((file) => {
      const text = readFileSync(join(folder, file), "utf8");
      return [
        file.replace(/\.yaml$/, ""),
        new Set([...text.matchAll(/(?:metric|column)_name: (.+)/g)].map(([, name]) => name)),
      ];
    }),
  );
  const unknown: string[] = [];
  for (const card of CHART_CARDS) {
    for (const { name, dataset, formData } of await loadGallery(card.key)) {
      const known = names.get(dataset);
      const values = ["metrics", "metrics_b", "metric", "groupby", "groupby_b", "x_axis"].flatMap(
        (key) => formData[key] ?? [],
      );
      const wrong = values.filter((one) => typeof one === "string" && !known?.has(one));
      if (!known || wrong.length > 0) unknown.push(`${card.key}, ${name}: ${dataset} ${wrong.join(", ")}`);
    }
  }
  expect(unknown).toEqual([]);
});
