import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CHART_CARDS } from "../src/chart-types/index.ts";
import { importsOf, ROOT, sourceFiles } from "./source.ts";

test("a card names its own folder, after which the browser's file is called", () => {
  const folders = CHART_CARDS.map((card) => card.folder);
  expect(new Set(folders).size).toBe(folders.length);
  expect(folders.filter((folder) => !existsSync(join(ROOT, "src/chart-types", folder, "card.ts")))).toEqual([]);
});

test("definitions and components of chart types are only ever loaded when they are needed", () => {
  const isPart = (path: string) => /^src\/chart-types\/[\w-]+\/(?!card\.ts$)/.test(path);
  const eager = sourceFiles("src")
    .filter((file) => !isPart(file.path) && !/\.test\.tsx?$/.test(file.path))
    .flatMap((file) => importsOf(file).map((one) => ({ from: file.path, ...one })))
    .filter(({ path, isType, isLazy }) => isPart(path) && !isType && !isLazy);
  expect(eager).toEqual([]);
});
