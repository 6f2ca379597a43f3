/**
 * Widths of text in IBM Plex Sans without a canvas, so that layout is computed where there is no DOM. Within a few
 * percent of the real width; layouts leave that much room.
 */
/** They steer the direction of text and are not seen. */
const UNSEEN = new Set([..."\u2066\u2068\u2069\u200e"]);
const NARROW = new Set([..."iljtfrI.,:;'|!()[] "]);
const WIDE = new Set([..."mwMW@%—"]);

/** Pixels of a text at a font size; `isBold` for weight 600. */
export function textWidth(text: string, fontSize = 11, isBold = false): number {
  let em = 0;
  for (const character of text) em += UNSEEN.has(character) ? 0 : characterWidth(character);
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

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** A name in front of figures: written from right to left, it would take them into its own order. */
export function isolated(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2066\u2068${name}\u2069\u200e` : name;
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
