/** Parts of a comment: plain text, mentions of users, and links. */
export type TextPart = { kind: "text" | "mention" | "link"; text: string };

const LINK = /\bhttps?:\/\/[^\s<>"]+/giu;
const TRAILING = /[.,;:!?'’”»)\]}]+$/u;

export function textParts(text: string, names: readonly string[]): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(LINK)) {
    const link = withoutTrailing(match[0]);
    if (!URL.canParse(link)) continue;
    parts.push(...mentionParts(text.slice(end, match.index), names), { kind: "link", text: link });
    end = match.index + link.length;
  }
  return [...parts, ...mentionParts(text.slice(end), names)];
}

/** A closing bracket belongs to the link if it has the opening one, as in addresses of Wikipedia. */
function withoutTrailing(link: string): string {
  const trailing = TRAILING.exec(link)?.[0] ?? "";
  const isBracketed = trailing.startsWith(")") && link.includes("(");
  return isBracketed ? link.slice(0, link.length - trailing.length + 1) : link.slice(0, link.length - trailing.length);
}

function mentionParts(text: string, names: readonly string[]): TextPart[] {
  if (text === "") return [];
  // Of names that begin alike, the longest.
  const mentions = [...new Set(names)].toSorted((a, b) => b.length - a.length).map((name) => `@${name}`);
  const found = mentions
    .map((mention) => ({ mention, at: text.indexOf(mention) }))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => a.at - b.at)[0];
  if (!found) return [{ kind: "text", text }];
  const { mention, at } = found;
  const before: TextPart[] = at > 0 ? [{ kind: "text", text: text.slice(0, at) }] : [];
  return [...before, { kind: "mention", text: mention }, ...mentionParts(text.slice(at + mention.length), names)];
}
