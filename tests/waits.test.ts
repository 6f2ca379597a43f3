import { expect, test } from "vitest";
import { isTest, sourceFiles } from "./source.ts";

/**
 * Tests wait for events and conditions. Waiting by the clock is only allowed in `src/testing/waits.ts`, with a reason,
 * and the number of such tests must not grow.
 */

const WAITS = "src/testing/waits.ts";
const MOST_PAUSES = 45;

const tests = ["src", "scripts", "e2e", "tests"]
  .flatMap(sourceFiles)
  .filter(({ path }) => isTest(path) || /^(e2e|tests)\//.test(path));

const BY_THE_CLOCK = /\bsetTimeout\(|\bwaitForTimeout\(|timers\/promises|\bAtomics\.wait\(/;

test("no test waits for a fixed time without a reason", () => {
  const found = tests.filter(({ path, text }) => path !== WAITS && BY_THE_CLOCK.test(text));
  expect(found.map(({ path }) => path)).toEqual([]);
});

test("few tests wait for a fixed time", () => {
  const pauses = tests.flatMap(({ path, text }) =>
    path === WAITS ? [] : [...text.matchAll(/\b(?:pass|blockThread)\([^()]*, "/g)].map(() => path),
  );
  expect(pauses.length).toBeLessThanOrEqual(MOST_PAUSES);
});
