const LINK = /^(https?:|mailto:|\/(?!\/)|#)/i;

export function isSafeLink(address: string): boolean {
  return LINK.test(address.trim());
}
