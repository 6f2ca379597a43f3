import type { ComponentType } from "react";

/** A page of the browser application: one folder, and one line in `pages/index.ts`. */
export interface Page {
  /** react-router path, e.g. `/dashboard/list/`. */
  path: string;
  /** Further paths that show the same page. */
  aliases?: readonly string[];
  title: string;
  /** `[permission, view]` the user must hold; null: signed in is enough; "public": nobody needs to sign in. */
  guard: readonly [string, string] | null | "public";
  /** Drawn without the shell's navigation (sign-in, standalone). */
  bare?: boolean;
  load(): Promise<{ default: ComponentType } | { Component: ComponentType }>;
  /** Starts asking for the page's data while its code and the session are still on their way. */
  ahead?(visit: Visit): Promise<void>;
}

/** An address that is about to be shown. */
export interface Visit {
  params: Readonly<Record<string, string | undefined>>;
  search: string;
  /** Whether a link within the product leads there, so that the server has not been asked for the page. */
  isByLink: boolean;
}
