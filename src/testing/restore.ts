import { afterEach, vi } from "vitest";
import "../i18n/node.ts";

/** Once per test file: restores globals that tests replaced. */
afterEach(() => {
  vi.unstubAllGlobals();
});
