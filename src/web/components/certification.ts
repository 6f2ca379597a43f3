/** Certification in the `extra` JSON of a dataset, column or metric. */
export interface Certification {
  certified_by?: string;
  details?: string;
}

export function certificationOf(extra: string | null | undefined): Certification | undefined {
  const parsed = parseExtra(extra);
  const { certification } = parsed;
  return typeof certification === "object" && certification !== null ? (certification as Certification) : undefined;
}

/** Keeps the other keys. Null if nothing is left. */
export function withCertification(extra: string | null | undefined, certification: Certification): string | null {
  const { certification: _, ...rest } = parseExtra(extra);
  const isCertified = Boolean(certification.certified_by);
  const next = isCertified ? { ...rest, certification } : rest;
  return Object.keys(next).length === 0 ? null : JSON.stringify(next);
}

export function warningOf(extra: string | null | undefined): string | undefined {
  const { warning_markdown } = parseExtra(extra);
  return typeof warning_markdown === "string" && warning_markdown !== "" ? warning_markdown : undefined;
}

/** Keeps the other keys. Null if nothing is left. */
export function withWarning(extra: string | null | undefined, warning: string): string | null {
  const { warning_markdown: _, ...rest } = parseExtra(extra);
  const next = warning ? { ...rest, warning_markdown: warning } : rest;
  return Object.keys(next).length === 0 ? null : JSON.stringify(next);
}

function parseExtra(extra: string | null | undefined): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(extra || "{}");
    return typeof parsed === "object" && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
