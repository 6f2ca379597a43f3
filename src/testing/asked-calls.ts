import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

/** Names the folder in which the servers of tests note what they were asked. */
export const ASKED_CALLS = "TESSERA_ASKED_CALLS";

/**
 * A run of all tests of the API fails when one of its calls was never answered with success, or with a refusal where it
 * only ever refuses.
 */
export function setup(project: TestProject): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "tessera-asked-"));
  process.env[ASKED_CALLS] = folder;
  return async () => {
    const missing = (await ranWholeApi(project)) ? await neverAnswered(folder) : [];
    rmSync(folder, { recursive: true, force: true });
    if (missing.length > 0) throw new Error(`no test had a success from: ${missing.join(", ")}`);
  };
}

async function ranWholeApi(project: TestProject): Promise<boolean> {
  if (project.vitest.config.testNamePattern) return false;
  const { testFiles } = await project.globTestFiles();
  const ran = new Set(project.vitest.state.getTestModules().map((module) => module.moduleId));
  return testFiles.filter((file) => file.includes("/src/api/")).every((file) => ran.has(file));
}

/** Ids of the operations that answered nothing but what they are not for, if anything. */
async function neverAnswered(folder: string): Promise<string[]> {
  const { RESOURCES } = await import("../api/index.ts");
  const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n"));
  const idsOf = (status: RegExp) =>
    new Set(lines.filter((line) => status.test(line)).map((line) => line.split(" ")[0]));
  const [answered, refused] = [idsOf(/ [23]\d\d$/), idsOf(/ 4\d\d$/)];
  const operations = RESOURCES.flatMap(({ routes }) => routes.map(({ operation }) => operation));
  return operations.filter(({ id, refuses }) => !(refuses ? refused : answered).has(id)).map(({ id }) => id);
}
