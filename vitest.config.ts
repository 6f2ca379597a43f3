import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The slowest files, which are short: started last, they would run alone. Some mostly wait. */
const LONGEST = [
  ...["report-processes", "pages", "gallery", "price-list", "bounded-work", "attack"],
  ...["run-worker", "frozen-redis"],
];

/** Vitest's order without earlier times (by size), but the slowest files of each project first. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.some((name) => moduleId.endsWith(`/${name}.test.ts`));
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project);
      return [...own.filter(isLong), ...own.filter((file) => !isLong(file))];
    });
  }
}

/**
 * Three kinds of tests: `node` (default), `web` (components in jsdom, .test.tsx) and `browser` (journeys, e2e/).
 * Files that run in one process share its modules, as loading them takes longer than the tests. So a test must leave
 * modules, environment and clock unchanged.
 */
export default defineConfig({
  test: {
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // On a busy machine an expected state takes longer.
    expect: { poll: { timeout: 20_000 } },
    pool: "forks",
    // Tests wait for their servers half of the time, so one more worker keeps all processors busy.
    maxWorkers: availableParallelism() + 1,
    isolate: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "node",
          environment: "node",
          include: ["src/**/*.test.ts", "tests/**/*.test.ts", "scripts/**/*.test.ts"],
          setupFiles: ["src/testing/restore.ts"],
          globalSetup: ["requested-calls", "store-template", "explained-statements", "run-folder"].map(
            (name) => `src/testing/${name}.ts`,
          ),
        },
      },
      {
        extends: true,
        test: {
          name: "web",
          environment: "jsdom",
          include: ["src/**/*.test.tsx"],
          setupFiles: ["src/testing/restore.ts", "src/testing/jsdom.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "browser",
          environment: "node",
          include: ["e2e/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          // A journey waits for the page as long as it computes, and the longest one for the clock.
          maxWorkers: 4,
          // After the others, as the number of workers differs.
          sequence: { groupOrder: 1 },
          globalSetup: ["e2e/setup.ts"],
          setupFiles: ["e2e/close-pages.ts"],
        },
      },
    ],
  },
});
