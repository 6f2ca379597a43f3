const LINK = /^(https?:|mailto:|\/(?!\/)|#)/i;

/** True for http(s), mailto and same-server URLs. */
export function isSafeLink(address: string): boolean {
  return LINK.test(address.trim());
}
