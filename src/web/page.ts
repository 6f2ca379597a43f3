import type { ComponentType } from "react";

/** A page of the web app: one folder, and one line in `pages/index.ts`. */
export interface Page {
  /** react-router path, such as `/dashboard/list/`. */
  path: string;
  /** Other paths of the same page. */
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
  /** True for links within the product, in which case the server hasn't been asked for the page. */
  isByLink: boolean;
}
