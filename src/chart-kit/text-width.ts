/**
 * Widths of text in IBM Plex Sans without a canvas, so that layout is computed where there is no DOM. Within a few
 * percent of the real width; layouts leave that much room.
 */
const NARROW = new Set([..."iljtfrI.,:;'|!()[] "]);
const WIDE = new Set([..."mwMW@%—"]);

/** Pixels of a text at a font size; `isBold` for weight 600. */
export function textWidth(text: string, fontSize = 11, isBold = false): number {
  let em = 0;
  for (const character of text) em += characterWidth(character);
  return em * fontSize * (isBold ? 1.05 : 1);
}

function characterWidth(character: string): number {
  if (character === " " || character === "\u202f" || character === "\u00a0") return 0.26;
  if (NARROW.has(character)) return 0.34;
  if (WIDE.has(character)) return 0.87;
  if (character >= "0" && character <= "9") return 0.6;
  const code = character.codePointAt(0) ?? 0;
  if (code > 0x2e80) return 1;
  return character >= "A" && character <= "Z" ? 0.65 : 0.56;
}

/** The widest of several texts, pixels. */
export function widest(texts: readonly string[], fontSize = 11, isBold = false): number {
  return texts.reduce((most, text) => Math.max(most, textWidth(text, fontSize, isBold)), 0);
}

/** The text cut to a width with an ellipsis. */
export function ellipsis(text: string, maxWidth: number, fontSize = 11): string {
  if (textWidth(text, fontSize) <= maxWidth) return text;
  let cut = text;
  while (cut.length > 1 && textWidth(`${cut}…`, fontSize) > maxWidth) cut = cut.slice(0, -1);
  return `${cut.trimEnd()}…`;
}
