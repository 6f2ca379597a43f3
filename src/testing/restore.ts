import { afterEach, vi } from "vitest";
import "../i18n/node.ts";

/** Runs once a test file: what a test put in the place of a global goes when it ends. */
afterEach(() => {
  vi.unstubAllGlobals();
});
