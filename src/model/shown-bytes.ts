/**
 * Bytes as people see them: as the text that they are in UTF-8, else as hexadecimal digits after `\x`. So is a text that
 * could be taken for such digits, and one with a NUL, which no engine takes: no two values look the same.
 */
export function shownBytes(bytes: Uint8Array): string {
  const text = maybeText(bytes);
  return text === undefined || isShownHex(text) ? `\\x${hexOf(bytes)}` : text;
}

/** Whether a text is one that `shownBytes` writes of bytes that are no text. */
export const isShownHex = (text: string) => /^\\x(?:[0-9a-f]{2})*$/.test(text);

/** The hexadecimal digits of the bytes that are shown as the text. */
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
