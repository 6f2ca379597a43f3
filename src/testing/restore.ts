import { afterEach, vi } from "vitest";
import "../i18n/node.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});
