/** Only for addresses on this site; a path starting with two slashes would lead elsewhere. */
export function pathHere(address: string | null | undefined, origin: string): string | undefined {
  const url = address && URL.canParse(address, origin) ? new URL(address, origin) : undefined;
  if (url?.origin !== origin || url.pathname.startsWith("//")) return undefined;
  return url.pathname + url.search + url.hash;
}
