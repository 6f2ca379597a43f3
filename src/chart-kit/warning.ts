import type { Drawing } from "../chart-seam/chart-type.ts";

export function warningOf(sentences: readonly (string | false | undefined)[]): Pick<Drawing, "warning"> {
  const present = sentences.filter(Boolean);
  return present.length > 0 ? { warning: present.join(". ") } : {};
}

export const formatCount = (count: number): string => count.toLocaleString("en-US");

/** `1 place`, `3,376 places`; `more` where the plural has more than an s. */
export const pluralize = (count: number, one: string, more = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : more}`;
