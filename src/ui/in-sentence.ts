/** A label within a sentence: its first letter small, unless it begins with an abbreviation, e.g. "name or SQL", "SQL Lab". */
export function inSentence(label: string): string {
  return label.replace(/^\p{Lu}(?!\p{Lu})/u, (first) => first.toLowerCase());
}
