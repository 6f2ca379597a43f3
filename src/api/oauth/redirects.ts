const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;
/** Of browsers and the web, which no app can own. */
const SHARED_SCHEME =
  /^(about|blob|data|file|filesystem|ftp|http|https|javascript|mailto|tel|vbscript|view-source|ws|wss):$/;

/** https, http on the same machine, or an app's own scheme. Compared with redirects as text, so nothing is normalized. */
export function isRedirectUri(text: string): boolean {
  if (/[\s\p{Cc}]/u.test(text) || text.includes("#") || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== "" || password !== "") return false;
  if (protocol === "https:") return hostname !== "";
  if (protocol === "http:") return LOOPBACK.test(hostname);
  return !SHARED_SCHEME.test(protocol);
}

export function redirectWith(uri: string, answer: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(uri);
  for (const [name, value] of Object.entries(answer)) if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}
