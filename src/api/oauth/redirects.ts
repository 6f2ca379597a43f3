const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;
/** A domain in reverse (RFC 8252, section 7.1), which schemes of the system and the web aren't. */
const OWN_SCHEME = /^([a-z]{2,}|xn--[a-z0-9-]+)(\.[a-z0-9][a-z0-9-]*)+:$/;

/**
 * https, http on the same machine, or an app's own scheme: a domain in reverse, or one of `schemes`. Compared with
 * redirects as text, so nothing is normalized.
 */
export function isRedirectUri(text: string, schemes: readonly string[]): boolean {
  if (/[\s\p{Cc}]/u.test(text) || text.includes("#") || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== "" || password !== "") return false;
  if (protocol === "https:") return hostname !== "";
  if (protocol === "http:") return LOOPBACK.test(hostname);
  return OWN_SCHEME.test(protocol) || schemes.includes(protocol.slice(0, -1));
}

const LOOPBACK_PORT = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::\d{1,5})?(?=\/|\?|$)/;

/** Whether a redirect is one of the registered ones. Apps get another port of this machine each time (RFC 8252, 7.3). */
export function isRegistered(uri: string, registered: readonly string[]): boolean {
  const portless = (text: string) => text.replace(LOOPBACK_PORT, "$1");
  return (
    URL.canParse(uri) &&
    registered.some((one) => one === uri || (LOOPBACK_PORT.test(one) && portless(one) === portless(uri)))
  );
}

/** For users: the host, or an app's own scheme, whose host is whatever the app likes. */
export function destinationOf(uri: string): string {
  const { protocol, host } = new URL(uri);
  return protocol === "https:" || protocol === "http:" ? host : protocol;
}

export function redirectWith(uri: string, answer: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(uri);
  for (const [name, value] of Object.entries(answer)) if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}
