/**
 * CSS of authors that fetches nothing from other sites: an address there could tell by attribute selectors what a reader
 * sees. Braces too many, which would end what the text is put into, are dropped; those that are missing are closed. The
 * text is cut into tokens as browsers do, since what they take for a brace decides.
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

/** At-rules that hold rules, which stay within their scope. */
const GROUPS = new Set(["media", "supports", "container", "layer", "starting-style"]);
/** At-rules that define a name for the whole page. */
const DEFINITIONS = new Set(["keyframes", "-webkit-keyframes", "font-face", "counter-style", "font-palette-values"]);

/**
 * The CSS of `localCss` without at-rules that reach beyond the scope it is put into. What defines a name goes into a
 * layer, so that the page's own definition of the same name wins; browsers ignore others by their changed name.
 */
export function withinScope(css: string): string {
  let depth = 0;
  const layers: number[] = [];
  const text = css.replace(TOKENS, (part) => {
    if (part === "{") depth += 1;
    else if (part === "}") {
      let closed = "";
      // A definition without a block ends with what it stands in.
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
/** A letter however it is escaped; `code` is the end of its number in capitals and in small letters. */
const letter = (plain: string, code: string) => String.raw`(?:${plain}|\\${plain}|\\0{0,4}${code}\s?)`;
const URL_NAME = letter("u", "[57]5") + letter("r", "[57]2") + letter("l", "[46]c");

/**
 * Comments, also one that never ends; strings, which end with their line; addresses without quotes, in which a brace is
 * text; names with what is escaped in them; braces.
 */
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

/** Whether an address, as written in CSS, leads to another site. */
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
 * CSS that only reaches the elements of the dashboard, and fetches nothing from other sites. Their boxes stay within the
 * frame around the dashboard, which is outside of the scope (`.frame` in `Dashboard.module.css`).
 */
export const scopedCss = (css: string): string => `@scope ([data-dashboard]) {\n${withinScope(localCss(css))}\n}`;
