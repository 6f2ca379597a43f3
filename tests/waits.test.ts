import { expect, test } from "vitest";
import { isTest, sourceFiles } from "./source.ts";

/**
 * Tests wait for events and conditions. By the clock they wait in one module, `src/testing/waits.ts`, whose callers say
 * why there is nothing else to wait for; how many they are never grows.
 */

const WAITS = "src/testing/waits.ts";
const MOST_PAUSES = 45;

const tests = ["src", "scripts", "e2e", "tests"]
  .flatMap(sourceFiles)
  .filter(({ path }) => isTest(path) || /^(e2e|tests)\//.test(path));

const BY_THE_CLOCK = /\bsetTimeout\(|\bwaitForTimeout\(|timers\/promises|\bAtomics\.wait\(/;

test("no test waits by the clock but by way of what says why", () => {
  const found = tests.filter(({ path, text }) => path !== WAITS && BY_THE_CLOCK.test(text));
  expect(found.map(({ path }) => path)).toEqual([]);
});

test("few do", () => {
  const pauses = tests.flatMap(({ path, text }) =>
    path === WAITS ? [] : [...text.matchAll(/\b(?:pass|holdUp)\([^()]*, "/g)].map(() => path),
  );
  expect(pauses.length).toBeLessThanOrEqual(MOST_PAUSES);
});
