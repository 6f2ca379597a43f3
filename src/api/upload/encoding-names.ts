/** Python's names that `TextDecoder` doesn't know. */
const PYTHON_NAMES: Readonly<Record<string, string>> = {
  "latin-1": "latin1",
  "utf-8-sig": "utf-8",
  "utf-16-le": "utf-16le",
  "utf-16-be": "utf-16be",
  "mac-roman": "macintosh",
  cp932: "shift_jis",
  cp936: "gbk",
  cp949: "euc-kr",
  cp950: "big5",
  cp874: "windows-874",
  "shift-jis": "shift_jis",
};

/** What `TextDecoder` calls an encoding; undefined for one it can't read. */
export function encodingNamed(name: string): string | undefined {
  const plain = name.trim().toLowerCase().replaceAll("_", "-");
  const windows = plain.replace(/^(?:cp|windows-?)(125\d)$/, "windows-$1").replace(/^cp-?(866)$/, "ibm$1");
  for (const label of [PYTHON_NAMES[plain] ?? windows, plain.replaceAll("-", "")]) {
    try {
      return new TextDecoder(label).encoding;
    } catch {
      // The next spelling may be known.
    }
  }
  return undefined;
}
