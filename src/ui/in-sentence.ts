/** Lowercases the first letter unless it starts an abbreviation, such as "name or SQL", "SQL Lab". */
export function inSentence(label: string): string {
  return label.replace(/^\p{Lu}(?!\p{Lu})/u, (first) => first.toLowerCase());
}
