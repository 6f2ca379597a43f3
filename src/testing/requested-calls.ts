import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

export const REQUESTED_CALLS = "TESSERA_TEST_REQUESTED_CALLS";

/** A full API run fails if a call never succeeded in any test, or was never rejected if it always rejects. */
export function setup(project: TestProject): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "tessera-requested-"));
  process.env[REQUESTED_CALLS] = folder;
  return async () => {
    const missing = (await ranWholeApi(project)) ? await neverRequested(folder) : [];
    rmSync(folder, { recursive: true, force: true });
    if (missing.length > 0) throw new Error(`no test got a success from: ${missing.join(", ")}`);
  };
}

async function ranWholeApi(project: TestProject): Promise<boolean> {
  if (project.vitest.config.testNamePattern) return false;
  const { testFiles } = await project.globTestFiles();
  const modules = new Set(project.vitest.state.getTestModules().map((module) => module.moduleId));
  return testFiles.filter((file) => file.includes("/src/api/")).every((file) => modules.has(file));
}

async function neverRequested(folder: string): Promise<string[]> {
  const { RESOURCES } = await import("../api/index.ts");
  const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n"));
  const idsOf = (status: RegExp) =>
    new Set(lines.filter((line) => status.test(line)).map((line) => line.split(" ")[0]));
  const [answered, refused] = [idsOf(/ [23]\d\d$/), idsOf(/ 4\d\d$/)];
  const operations = RESOURCES.flatMap(({ routes }) => routes.map(({ operation }) => operation));
  return operations.filter(({ id, refuses }) => !(refuses ? refused : answered).has(id)).map(({ id }) => id);
}
