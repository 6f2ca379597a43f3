/** The path of an address that somebody wrote, when it leads to this site; a path of two slashes would lead elsewhere. */
export function pathHere(address: string | null | undefined, origin: string): string | undefined {
  const url = address && URL.canParse(address, origin) ? new URL(address, origin) : undefined;
  if (url?.origin !== origin || url.pathname.startsWith("//")) return undefined;
  return url.pathname + url.search + url.hash;
}
