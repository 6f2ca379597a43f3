import type { FastifyReply, FastifyRequest } from "fastify";
import { isRightToLeft } from "../../i18n/locale.ts";
import { inLocale } from "../../i18n/node.ts";
import { t } from "../../i18n/translate.ts";
import { appearanceOf, withAppearance } from "./appearance.ts";
import { escapeAttribute } from "./page-stream.ts";
import { localeOf, pathOf } from "./request-context.ts";

/** A browser opens an address; scripts and API calls get JSON. */
export function acceptsErrorPage(request: FastifyRequest): boolean {
  const isRead = request.method === "GET" || request.method === "HEAD";
  return isRead && (request.headers.accept ?? "").includes("text/html") && !pathOf(request).startsWith("/api/");
}

/** The reply has its status. Needs neither the store nor files of the interface, as these may be what failed. */
export function sendErrorPage([request, reply]: [FastifyRequest, FastifyReply], message?: string): FastifyReply {
  const locale = localeOf(request);
  const html = inLocale(locale, () => {
    const texts = textsFor(reply.statusCode, message);
    const direction = isRightToLeft(locale.language) ? "rtl" : "ltr";
    const code = `<code dir="ltr">${escapeAttribute(request.id)}</code>`;
    const requestLine = escapeAttribute(t("Request {id} for your administrator", { id: ID_PLACE })).replace(
      ID_PLACE,
      code,
    );
    const retry = texts.canRetry ? `<a class="main" href="">${escapeAttribute(t("Try again"))}</a>` : "";
    return `<!doctype html>
<html lang="${locale.language}" dir="${direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${escapeAttribute(texts.title)}</title><style>${STYLE}</style></head>
<body><main><h1>${escapeAttribute(texts.title)}</h1><p>${escapeAttribute(texts.text)}</p><nav>${retry}<a href="/">${escapeAttribute(t("Go to Home"))}</a></nav><small>${requestLine}</small></main></body>
</html>
`;
  });
  // An empty address of a link is that of the page, also where a cached copy is shown.
  return reply
    .type("text/html; charset=utf-8")
    .header("cache-control", "no-store")
    .send(withAppearance(html, appearanceOf(request)));
}

const ID_PLACE = "\u0001";

function textsFor(status: number, message: string | undefined) {
  const passes = status >= 500 || status === 429 || status === 408;
  if (status === 404) {
    return { title: t("This page doesn't exist"), text: t("It may have been deleted or renamed."), canRetry: false };
  }
  if (message === undefined) {
    const text = t("The server couldn't answer. Try again. If it keeps failing, tell your administrator.");
    return { title: t("Unexpected error"), text, canRetry: true };
  }
  return {
    title: passes ? t("The page isn't available right now") : t("The page can't be shown"),
    text: message,
    canRetry: passes,
  };
}

/** Colors of the themes in `src/ui`. */
const STYLE = `
:root{--ground:#f5f5f2;--sheet:#fff;--line:#e3e3de;--text:#1a1c22;--soft:#4b4e57;--main:#3450b4;--on:#fff}
@media (prefers-color-scheme:dark){:root{--ground:#101114;--sheet:#1a1c20;--line:#2d3036;--text:#ecece9;--soft:#b9bcc3;--main:#9db0f7;--on:#101114}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:16px;background:var(--ground);color:var(--text);font:14px/1.5 'IBM Plex Sans Variable','IBM Plex Sans',system-ui,sans-serif}
main{max-width:480px;width:100%;padding:32px;background:var(--sheet);border:1px solid var(--line);border-radius:6px}
h1{margin:0 0 8px;font-size:20px;font-weight:600;line-height:1.3}
p{margin:0;color:var(--soft);overflow-wrap:anywhere}
nav{display:flex;flex-wrap:wrap;gap:8px;margin-block:24px}
a{padding:6px 12px;border:1px solid var(--line);border-radius:4px;color:var(--text);text-decoration:none;font-weight:500}
a:hover,a:focus-visible{border-color:var(--main)}
a:focus-visible{outline:2px solid var(--main);outline-offset:2px}
a.main{background:var(--main);border-color:var(--main);color:var(--on)}
small{font-size:12px;color:var(--soft)}
code{font:12px 'IBM Plex Mono',ui-monospace,monospace;user-select:all;overflow-wrap:anywhere}
`.replaceAll("\n", "");
