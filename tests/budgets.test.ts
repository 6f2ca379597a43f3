import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { functionsOf, isTest, ROOT, sourceFiles } from "./source.ts";

const FILE_LINES = 500;
const STYLE_LINES = 400;
const TEST_LINES = 600;
const FUNCTION_LINES = 60;
const COMPONENT_LINES = 120;
const PARAMETERS = 4;
const COMPLEXITY = 12;
/** Lines of tests per line of code, in every folder of src. */
const TESTS_PER_CODE = 0.4;

const files = [...["src", "scripts", "bench", "e2e", "tests"].flatMap(sourceFiles)];
const production = files.filter((file) => !isTest(file.path) && !/^(tests|e2e)\//.test(file.path));
const functions = production.flatMap((file) => functionsOf(file).map((f) => ({ ...f, path: file.path })));

const place = (f: { path: string; line: number; name: string }) => `${f.path}:${f.line} ${f.name}`;

describe("size budgets", () => {
  test("limit the length of files", () => {
    const long = files
      .map((file) => ({ path: file.path, lines: file.text.split("\n").length - 1 }))
      .filter((file) => file.lines > (isTest(file.path) || /^(tests|e2e)\//.test(file.path) ? TEST_LINES : FILE_LINES));
    expect(long).toEqual([]);
  });

  test("limit the length of style sheets", () => {
    const sheets = globSync("src/**/*.css", { cwd: ROOT });
    const linesOf = (path: string) => readFileSync(join(ROOT, path), "utf8").split("\n").length - 1;
    expect(sheets.length).toBeGreaterThan(100);
    expect(sheets.filter((path) => linesOf(path) > STYLE_LINES)).toEqual([]);
  });

  test("limit the length of functions and components", () => {
    const isComponent = (f: { path: string; name: string }) => f.path.endsWith(".tsx") && /^(use)?[A-Z]/.test(f.name);
    const long = functions.filter((f) => f.lines > (isComponent(f) ? COMPONENT_LINES : FUNCTION_LINES));
    expect(long.map((f) => `${place(f)}: ${f.lines} lines`)).toEqual([]);
  });

  test("limit the number of parameters", () => {
    expect(functions.filter((f) => f.parameters > PARAMETERS).map((f) => `${place(f)}: ${f.parameters}`)).toEqual([]);
  });

  test("limit complexity", () => {
    expect(functions.filter((f) => f.complexity > COMPLEXITY).map((f) => `${place(f)}: ${f.complexity}`)).toEqual([]);
  });

  test("require enough tests per line of code", () => {
    const linesOf = (all: readonly { text: string }[]) =>
      all.reduce((sum, { text }) => sum + text.split("\n").length - 1, 0);
    const own = files.filter(({ path }) => /^src\/(?!testing\/)[^/]+\//.test(path));
    const ratios = [...Map.groupBy(own, ({ path }) => path.split("/")[1] ?? "")].map(([folder, all]) => {
      const [tests, code] = [all.filter(({ path }) => isTest(path)), all.filter(({ path }) => !isTest(path))];
      return { folder, ratio: linesOf(tests) / linesOf(code) };
    });
    const tooFew = ratios.filter(({ ratio }) => ratio < TESTS_PER_CODE);
    expect(tooFew.map(({ folder, ratio }) => `src/${folder}: ${ratio.toFixed(3)}`)).toEqual([]);
  });

  test("forbid type escapes", () => {
    const escapes = production.filter((file) =>
      /\bas any\b|:\s*any\b|@ts-(ignore|expect-error|nocheck)/.test(file.text),
    );
    expect(escapes.map((file) => file.path)).toEqual([]);
  });
});
