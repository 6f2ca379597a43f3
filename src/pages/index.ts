import type { Page } from "./page.ts";

/** Every page, one line each. */
export const PAGES: readonly Page[] = [];
