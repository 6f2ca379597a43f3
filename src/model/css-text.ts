/**
 * Removes URLs of other sites, because attribute selectors could leak what a user sees. Extra closing braces are
 * dropped and missing ones added, so that the text can't leave the block it is put into.
 */
export function localCss(css: string): string {
  let depth = 0;
  const text = css.replace(/\r\n?|\f/g, "\n").replaceAll("\0", "\ufffd");
  const balanced = text.replace(TOKENS, (part, url?: string) => {
    if (part === "{") depth += 1;
    else if (part === "}") {
      if (depth === 0) return "";
      depth -= 1;
    } else if (part.startsWith("/*")) return "";
    else if (url !== undefined) return isForeign(url) ? "url()" : part;
    else if (/^["']/.test(part)) return isForeign(part.slice(1)) ? '""' : part;
    return part;
  });
  return balanced + "}".repeat(depth);
}

const GROUPS = new Set(["media", "supports", "container", "layer", "starting-style"]);
const DEFINITIONS = new Set(["keyframes", "-webkit-keyframes", "font-face", "counter-style", "font-palette-values"]);

/**
 * Also removes at-rules that affect the whole page. Name definitions go into a layer so that the page's win; other
 * at-rules are renamed, so that browsers ignore them.
 */
export function withoutGlobalRules(css: string): string {
  let depth = 0;
  const layers: number[] = [];
  const text = css.replace(TOKENS, (part) => {
    if (part === "{") depth += 1;
    else if (part === "}") {
      let closed = "";
      // A definition without a block ends with its enclosing block.
      while (layers.at(-1) === depth) closed += layers.pop() === undefined ? "" : "}";
      depth -= 1;
      if (layers.at(-1) !== depth) return `${closed}}`;
      layers.pop();
      return `${closed}}}`;
    } else if (part.startsWith("@")) {
      const name = unescaped(part.slice(1)).toLowerCase();
      if (DEFINITIONS.has(name)) {
        layers.push(depth);
        return `@layer tessera-dashboard{${part}`;
      }
      if (!GROUPS.has(name)) return `@ignored-${name.replace(/[^-\w]/g, "")}`;
    }
    return part;
  });
  return text + "}".repeat(layers.length);
}

const ESCAPE = String.raw`\\(?:[0-9a-f]{1,6}\s?|[^\n0-9a-f])`;
/** Matches a letter with any CSS escape; `code` is the end of its code point in upper and lower case. */
const letter = (plain: string, code: string) => String.raw`(?:${plain}|\\${plain}|\\0{0,4}${code}\s?)`;
const URL_NAME = letter("u", "[57]5") + letter("r", "[57]2") + letter("l", "[46]c");

const TOKENS = new RegExp(
  [
    String.raw`\/\*[\s\S]*?(?:\*\/|$)`,
    String.raw`"(?:\\[\s\S]|[^"\\\n])*"?`,
    String.raw`'(?:\\[\s\S]|[^'\\\n])*'?`,
    String.raw`${URL_NAME}\((?!\s*["'])((?:\\[\s\S]|[^)\\])*)\)?`,
    String.raw`[#@]?(?:[-\w\u0080-\uffff]|${ESCAPE})+`,
    "[{}]",
  ].join("|"),
  "gi",
);

function isForeign(written: string): boolean {
  const address = unescaped(written).replace(/[\0- ]/g, "");
  return /^(?:[a-z][a-z0-9+.-]*:|[\\/]{2})/i.test(address) && !/^data:/i.test(address);
}

function unescaped(written: string): string {
  return written.replace(/\\(?:([0-9a-f]{1,6})\s?|([\s\S]))/gi, (_, code?: string, plain = "") =>
    code === undefined ? plain : String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)),
  );
}

/**
 * Limited to the dashboard's elements. Their boxes stay inside the frame around the dashboard (`.frame` in
 * `Dashboard.module.css`).
 */
export const scopedCss = (css: string): string =>
  `@scope ([data-dashboard]) {\n${withoutGlobalRules(localCss(css))}\n}`;
