/**
 * CSS that only reaches the elements of the dashboard. Braces too many would end the scope early and are dropped;
 * those that are missing are closed. Braces in comments and strings count as text.
 */
export function scopedCss(css: string): string {
  let depth = 0;
  const balanced = css.replace(PARTS, (part) => {
    if (part === "{") depth += 1;
    else if (part === "}") {
      if (depth === 0) return "";
      depth -= 1;
    } else if (part.startsWith("/*")) return "";
    return part;
  });
  return `@scope ([data-dashboard]) {\n${balanced}${"}".repeat(depth)}\n}`;
}

/** Comments, also one that never ends; strings, which end with their line; braces. */
const PARTS = /\/\*[\s\S]*?(?:\*\/|$)|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?|\\[\s\S]|[{}]/g;
