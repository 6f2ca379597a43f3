/**
 * Text widths in IBM Plex Sans without a canvas, for layout without a DOM. Latin letters use the font's advances (no
 * kerning); other scripts use their widest letter.
 */
const INVISIBLE = new Set([..."\u2066\u2068\u2069\u200e"]);

/** Advances of ASCII 32 to 126 in thousandths of an em, three digits each. */
const ASCII_WIDTHS =
  "236284419713598927694242335335450600272399272383600600600600600600600600600600292292600600600477" +
  "891641653621671583559695707400510634501812707708606708640581572678609891613593580317383317600565" +
  "600534580503580549324528568250250527272873568560580580367487351568492768507499464343314343600";

const ADVANCES = Uint16Array.from(ASCII_WIDTHS.match(/.../g) ?? [], Number);

const OTHERS: Readonly<Record<string, number>> = {
  "\u00a0": 236,
  "\u202f": 236,
  "·": 326,
  "°": 468,
  "‘": 273,
  "’": 273,
  "“": 475,
  "”": 474,
  "–": 588,
  "−": 600,
  "…": 803,
  "—": 780,
  "≥": 838,
  "≤": 838,
  "€": 625,
};

export function textWidth(text: string, fontSize = 11, isBold = false): number {
  let thousandths = 0;
  for (const character of text) thousandths += INVISIBLE.has(character) ? 0 : advanceOf(character);
  return (thousandths / 1000) * fontSize * (isBold ? 1.05 : 1);
}

function advanceOf(character: string): number {
  const code = character.charCodeAt(0);
  const known = ADVANCES[code - 32] ?? OTHERS[character];
  if (known !== undefined) return known;
  if (code > 0x2e80) return 1000;
  const letter = character.normalize("NFD");
  return letter.length > 1 && letter.charCodeAt(0) < 127 ? advanceOf(letter.charAt(0)) : 640;
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

export const bidiIsolate = (text: string): string => (RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text);

/** Without isolation, a right-to-left name would reorder the numbers after it. */
export function bidiIsolateName(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2066\u2068${name}\u2069\u200e` : name;
}

export function widest(texts: readonly string[], fontSize = 11, isBold = false): number {
  return texts.reduce((most, text) => Math.max(most, textWidth(text, fontSize, isBold)), 0);
}

const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

export function ellipsis(text: string, maxWidth: number, fontSize = 11): string {
  if (textWidth(text, fontSize) <= maxWidth) return text;
  let end = 0;
  for (const { segment, index } of characters.segment(text)) {
    const next = index + segment.length;
    if (end > 0 && textWidth(`${text.slice(0, next)}…`, fontSize) > maxWidth) break;
    end = next;
  }
  return `${text.slice(0, end).trimEnd()}…`;
}

const READABLE_WORD = 38;

/** Cuts at the end of a word, or within the first word if enough of it stays; otherwise empty. */
export function cutAtWord(text: string, maxWidth: number, fontSize = 11): string {
  if (textWidth(text, fontSize) <= maxWidth) return text;
  const shortened = ellipsis(text, maxWidth, fontSize).slice(0, -1);
  if (textWidth(`${shortened}…`, fontSize) > maxWidth) return "";
  const end = shortened.lastIndexOf(" ");
  if (text.charAt(shortened.length) === " ") return `${shortened}…`;
  if (end >= 3) return `${shortened.slice(0, end).trimEnd()}…`;
  return textWidth(shortened, fontSize) >= READABLE_WORD ? `${shortened}…` : "";
}

/** Breaks at spaces and cuts the last line; empty if no word would be readable. */
export function wrapLines(text: string, maxWidth: number, most: number, fontSize = 11): string[] {
  const words = text.split(" ");
  const lines: string[] = [];
  while (words.length > 0 && lines.length < most - 1) {
    let line = words[0] ?? "";
    if (textWidth(line, fontSize) > maxWidth) break;
    let taken = 1;
    while (taken < words.length && textWidth(`${line} ${words[taken]}`, fontSize) <= maxWidth)
      line += ` ${words[taken++]}`;
    lines.push(line);
    words.splice(0, taken);
  }
  if (words.length === 0) return lines;
  const last = cutAtWord(words.join(" "), maxWidth, fontSize);
  if (last !== "") return [...lines, last];
  const before = lines.pop() ?? "";
  const cut = ellipsis(`${before} …`, maxWidth, fontSize).replace(/ ?…+$/, "…");
  return lines.length === 0 && textWidth(cut, fontSize) < READABLE_WORD ? [] : [...lines, cut];
}
