import type { ComponentType } from "react";

/** A page of the web app: one folder, and one line in `pages/index.ts`. */
export interface Page {
  path: string;
  aliases?: readonly string[];
  title: string;
  /** Required `[permission, view]`; null: all signed-in users; "public": everyone. */
  guard: readonly [string, string] | null | "public";
  /** Shown without navigation (sign-in, standalone). */
  bare?: boolean;
  load(): Promise<{ default: ComponentType } | { Component: ComponentType }>;
  /** Prefetches the page's data while its code and the session are loading. */
  ahead?(visit: Visit): Promise<void>;
}

export interface Visit {
  params: Readonly<Record<string, string | undefined>>;
  search: string;
  /** True for links within the product, for which the browser doesn't load the page from the server. */
  isByLink: boolean;
}
