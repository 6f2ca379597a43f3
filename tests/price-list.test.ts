import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { API } from "typescript/unstable/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { KINDS, parseName, write } from "../scripts/scaffold/scaffold.ts";
import { ROOT } from "./source.ts";

/**
 * What one more chart type, connector, resource or page costs: its own files and a few registry lines. Checks that the
 * result builds and passes its tests.
 */

const COPIED = [
  ...["src", "scripts", "bench", "e2e", "tests"],
  "package.json",
  "biome.json",
  "vitest.config.ts",
  "tsconfig.base.json",
  "tsconfig.server.json",
  "tsconfig.web.json",
];

const PRICES = {
  "chart-type": {
    folder: "src/chart-types/probe-thing/",
    files: 7,
    lines: { "src/chart-types/index.ts": 2, "src/chart-types/renderers.ts": 1 },
  },
  connector: { folder: "src/connectors/probe-thing/", files: 2, lines: { "src/connectors/index.ts": 2 } },
  resource: {
    folder: "src/api/probe-thing/",
    files: 4,
    lines: {
      "src/api/index.ts": 2,
      "src/server/auth/role-matrix.ts": 1,
      "src/server/store/migrations/index.ts": 2,
      "src/server/store/tables.ts": 1,
    },
  },
  page: { folder: "src/pages/probe-thing/", files: 2, lines: { "src/pages/index.ts": 6 } },
} as const;

describe("scaffolding", () => {
  let copy = "";
  const changesByNoun: Record<string, { created: string[]; changed: string[] }> = {};

  beforeAll(async () => {
    copy = mkdtempSync(join(tmpdir(), "tessera-price-"));
    for (const name of COPIED) cpSync(join(ROOT, name), join(copy, name), { recursive: true });
    symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
    for (const [kind, make] of Object.entries(KINDS)) changesByNoun[kind] = write(copy, make(parseName("probe-thing")));
    const touched = Object.values(changesByNoun).flatMap(({ created, changed }) => [...created, ...changed]);
    expect(await run("@biomejs/biome/bin/biome", ["check", "--write", "--vcs-enabled=false", ...touched])).toBe("");
  });
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  /** Resolves to the output of a failed tool, "" on success. */
  function run(tool: string, args: string[]): Promise<string> {
    const child = spawn(process.execPath, [join(ROOT, "node_modules", tool), ...args], { cwd: copy });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => (output += text));
    return new Promise((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code) => resolve(code === 0 ? "" : output || `${tool} ended with ${code}`));
    });
  }

  test.each(Object.entries(PRICES))("%s: own files and registry lines, nothing else", (kind, price) => {
    const { created, changed } = changesByNoun[kind]!;
    expect(created).toHaveLength(price.files);
    const outside = created.filter((file) => !file.startsWith(price.folder) && !file.includes("/migrations/"));
    expect(outside).toEqual([]);
    const added = Object.fromEntries(changed.map((file) => [file, addedLines(file)]));
    for (const [file, count] of Object.entries(price.lines)) expect(added[file], file).toBeLessThanOrEqual(count);
    expect(Object.keys(added).sort()).toEqual(Object.keys(price.lines).sort());
  });

  function addedLines(file: string): number {
    const lines = (root: string) => readFileSync(join(root, file), "utf8").split("\n").length;
    return lines(copy) - lines(ROOT);
  }

  /** Only scaffolded and changed files; the normal type checks cover all others. */
  test("creates code without type errors", () => {
    const touched = Object.values(changesByNoun).flatMap(({ created, changed }) => [...created, ...changed]);
    const compiler = new API({ cwd: copy });
    const configs = ["server", "web"].map((part) => join(copy, `tsconfig.${part}.json`));
    const programs = compiler.updateSnapshot({ openProjects: configs }).getProjects();
    const found = touched.map((name) => {
      const file = join(copy, name);
      const its = programs.filter(({ rootFiles }) => rootFiles.includes(file));
      expect(its, name).not.toEqual([]);
      const problems = its.flatMap(({ program }) => [
        ...program.getSyntacticDiagnostics(file),
        ...program.getSemanticDiagnostics(file),
      ]);
      return problems.map(({ text }) => `${name}: ${text}`);
    });
    compiler.close();
    expect(found.flat()).toEqual([]);
  }, 180_000);

  test("creates code that passes its own tests", async () => {
    expect(await run("vitest/vitest.mjs", ["run", "probe-thing"])).toBe("");
  }, 180_000);

  test("requires lowercase names and overwrites nothing", () => {
    expect(() => parseName("Probe")).toThrow("invalid name: Probe");
    expect(() => parseName("../etc")).toThrow("invalid name");
    expect(() => write(copy, KINDS.page!(parseName("probe-thing")))).toThrow("already there");
  });
});
