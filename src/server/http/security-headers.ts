import type { MapTiles } from "../config/config.ts";

/**
 * Styles can be inline because the component library writes them at run time. Images are the only content from other
 * sites.
 */
const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob: https:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];

function policyFor(tiles: MapTiles | undefined): string[] {
  const host = tiles ? ` ${new URL(tiles.url.replace(/[{}]/g, "")).origin}` : "";
  return POLICY.map((part) => (part.startsWith("connect-src") ? `${part}${host}` : part));
}

export function frameHeaders(domains: readonly string[], tiles?: MapTiles): Record<string, string> {
  const ancestors = `frame-ancestors ${domains.length > 0 ? domains.join(" ") : "*"}`;
  const policy = policyFor(tiles).map((part) => (part.startsWith("frame-ancestors") ? ancestors : part));
  return { "content-security-policy": policy.join("; ") };
}

export const securityHeaders = (tiles?: MapTiles): Readonly<Record<string, string>> => ({
  "content-security-policy": policyFor(tiles).join("; "),
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
});
