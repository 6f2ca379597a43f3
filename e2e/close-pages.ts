import { afterAll } from "vitest";
import { closePages } from "./browser.ts";

/** Runs for each test file, after its own hooks. */
afterAll(closePages);
