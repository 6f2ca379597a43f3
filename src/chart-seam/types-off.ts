interface Page {
  document?: { querySelector(selector: string): { content?: string } | null };
}

/**
 * Keys of chart types that the administrator has turned off, as the page says. The server has none: it works out what
 * saved charts of such types ask, as of all others.
 */
export function chartTypesOff(): string[] {
  const { document } = globalThis as Page;
  const content = document?.querySelector('meta[name="chart-types-off"]')?.content ?? "";
  return content.split(",").filter(Boolean);
}
