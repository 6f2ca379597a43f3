const LINK = /^(https?:|mailto:|\/(?!\/)|#)/i;

/** Whether an address out of data may be followed: the web, mail, or a place of this server. */
export function isSafeLink(address: string): boolean {
  return LINK.test(address.trim());
}
