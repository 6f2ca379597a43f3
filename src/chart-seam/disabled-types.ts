interface Page {
  document?: { querySelector(selector: string): { content?: string } | null };
}

/**
 * Chart types that the administrator has disabled, from a meta tag of the page. Always empty on the server, which
 * still builds queries of such charts.
 */
export function disabledChartTypes(): string[] {
  const { document } = globalThis as Page;
  const content = document?.querySelector('meta[name="chart-types-off"]')?.content ?? "";
  return content.split(",").filter(Boolean);
}
