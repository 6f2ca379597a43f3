import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take longest, though they are short: begun last, they would run on alone. Some wait more than they do. */
const LONGEST = [
  ...["report-processes", "pages", "gallery", "price-list", "bounded-work", "attack"],
  ...["run-worker", "frozen-redis"],
];

/** As Vitest does without times of an earlier run, by size, but the longest before all others of their project. */
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
 * Files that run in one process share its modules: loading them anew for each takes longer than the tests. A test
 * therefore leaves nothing behind in a module, the environment or the clock.
 */
export default defineConfig({
  test: {
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A busy machine shows what is waited for later, not never.
    expect: { poll: { timeout: 20_000 } },
    pool: "forks",
    // A test waits for its servers as long as it computes: one more keeps all processors busy.
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
          // A journey waits for the page as long as it computes: three keep two processors busy.
          maxWorkers: 3,
          globalSetup: ["e2e/setup.ts"],
          setupFiles: ["e2e/close-pages.ts"],
        },
      },
    ],
  },
});
