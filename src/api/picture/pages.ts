export type Noun = "chart" | "dashboard";

/** The page that shows a chart or dashboard and nothing else. */
export function pageOf({ noun, id }: { noun: Noun; id: number }, query: Record<string, string> = {}): string {
  const search =
    noun === "chart"
      ? new URLSearchParams({ slice_id: `${id}`, standalone: "1", ...query })
      : new URLSearchParams({ standalone: "3", show_filters: "0", ...query });
  return noun === "chart" ? `/explore/?${search}` : `/superset/dashboard/${id}/?${search}`;
}
