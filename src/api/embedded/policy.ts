import { permission } from "../../server/http/route.ts";

export const READ = permission("can_read", "Dashboard");
export const SET = permission("can_set_embedded", "Dashboard");
export const READ_BY_KEY = permission("can_read", "EmbeddedDashboard");
export const GRANT = permission("can_grant_guest_token", "SecurityRestApi");

/** Whether the page that a frame is on may show it. Domains without a scheme stand for every scheme. */
export function mayEmbed(domains: readonly string[], referer: string | undefined): boolean {
  if (domains.length === 0) return true;
  if (referer === undefined || !URL.canParse(referer)) return false;
  const page = new URL(referer);
  return domains.some((domain) => {
    const [scheme, rest] = domain.includes("://") ? domain.toLowerCase().split("://") : [undefined, domain];
    const host = (rest ?? "").toLowerCase();
    if (scheme !== undefined && page.protocol !== `${scheme}:`) return false;
    return host.startsWith("*.") ? page.host.endsWith(host.slice(1)) : page.host === hostOf(scheme, host);
  });
}

/** Without the port that the scheme has anyway. */
function hostOf(scheme: string | undefined, host: string): string {
  return scheme === undefined ? host : new URL(`${scheme}://${host}`).host;
}
