/** The seam of a page lives with the router that reads it. */
export type { Page } from "../web/page.ts";
