const size = (text: string) => Buffer.byteLength(text);

/** What each name is where names have a limit of bytes: long ones are cut, and made distinct by a number. */
export function shortNames(names: readonly string[], maxBytes: number): Map<string, string> {
  const taken = new Set(names.filter((name) => size(name) <= maxBytes));
  return new Map(
    names.map((name) => {
      if (size(name) <= maxBytes) return [name, name];
      let short = cut(name, maxBytes);
      for (let i = 1; taken.has(short); i++) short = `${cut(name, maxBytes - size(`_${i}`))}_${i}`;
      taken.add(short);
      return [name, short];
    }),
  );
}

/** The most whole characters that fit. */
function cut(text: string, maxBytes: number): string {
  let bytes = 0;
  let short = "";
  for (const character of text) {
    bytes += size(character);
    if (bytes > maxBytes) break;
    short += character;
  }
  return short;
}
