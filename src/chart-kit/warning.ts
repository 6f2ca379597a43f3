import type { Drawing } from "../chart-seam/chart-type.ts";

export function warningOf(sentences: readonly (string | false | undefined)[]): Pick<Drawing, "warning"> {
  const present = sentences.filter(Boolean);
  return present.length > 0 ? { warning: present.join(". ") } : {};
}
