/**
 * UTF-8 text if possible, else hex digits after `\x`. Text that looks like such digits or contains NUL is shown as hex
 * too, so that the bytes are always recoverable.
 */
export function shownBytes(bytes: Uint8Array): string {
  const text = maybeText(bytes);
  return text === undefined || isShownHex(text) ? `\\x${hexOf(bytes)}` : text;
}

export const isShownHex = (text: string) => /^\\x(?:[0-9a-f]{2})*$/.test(text);

export const hexOfShown = (text: string) => (isShownHex(text) ? text.slice(2) : hexOf(new TextEncoder().encode(text)));

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function maybeText(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return UTF8.decode(bytes);
  } catch {
    return undefined;
  }
}

function hexOf(bytes: Uint8Array): string {
  let hex = "";
  for (const byte of bytes) hex += byte.toString(16).padStart(2, "0");
  return hex;
}
