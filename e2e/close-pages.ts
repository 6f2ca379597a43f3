import { afterAll } from "vitest";
import { closePages } from "./browser.ts";

afterAll(closePages);
