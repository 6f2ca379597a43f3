import { readFileSync } from "node:fs";
import { LANGUAGE_TAGS, type Language, languageOf } from "../../i18n/locale.ts";
import { catalogOf } from "../../i18n/node.ts";
import { t } from "../../i18n/translate.ts";
import { notFound } from "../../model/errors.ts";
import { setLanguage } from "../../server/auth/accounts.ts";
import { type Context, PUBLIC, permission, RawReply, type Resource, route } from "../../server/http/route.ts";
import * as contract from "./contract.ts";

const DOMAIN = "superset";
const MANIFEST = new URL("../../../package.json", import.meta.url);

const version = route(contract.version, PUBLIC, () => {
  const { version } = JSON.parse(readFileSync(MANIFEST, "utf8")) as { version: string };
  return { version, version_string: version, version_sha: "", build_number: null };
});

function knownLanguage(tag: string): Language {
  const language = LANGUAGE_TAGS.find((known) => known === languageOf(tag));
  if (!language) throw notFound(t("No translation is available for {language}", { language: tag }));
  return language;
}

const chooseLanguage = route(contract.chooseLanguage, PUBLIC, async (ctx, { params }) => {
  const language = knownLanguage(params.locale);
  const { method, headers } = ctx.request;
  const isByUser = method === "GET" && !/^(cross-site|same-site)$/.test(String(headers["sec-fetch-site"]));
  if (!ctx.user.isAnonymous && isByUser) await setLanguage(ctx.app, ctx.user.id, language);
  return new RawReply("", { location: pageBefore(ctx), "content-type": "text/plain" }, 302);
});

function pageBefore({ request }: Context): string {
  const before = URL.parse(request.headers.referer ?? "");
  if (before?.host !== request.host) return "/superset/welcome/";
  return `/${before.pathname.replace(/^[/\\]+/, "")}${before.search}`;
}

const languagePack = route(contract.languagePack, permission("can_language_pack", "Superset"), (_ctx, { params }) => {
  const language = knownLanguage(params.language);
  const header = { domain: DOMAIN, lang: params.language, plural_forms: pluralForms(language) };
  const texts = Object.entries(catalogOf(language)).flatMap(([text, translation]) =>
    translation === "" ? [] : [[jedKey(text), [translation]] as const],
  );
  return { domain: DOMAIN, locale_data: { [DOMAIN]: { "": header, ...Object.fromEntries(texts) } } };
});

function jedKey(text: string): string {
  const [english = "", context] = text.split("##");
  return context === undefined ? english : `${context}\u0004${english}`;
}

/** As in gettext, but our texts contain their own plurals. */
function pluralForms(language: Language): string {
  switch (language) {
    case "ja":
    case "zh-CN":
      return "nplurals=1; plural=0;";
    case "fr":
    case "pt-BR":
      return "nplurals=2; plural=(n > 1);";
    case "ar":
      return "nplurals=6; plural=(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5);";
    default:
      return "nplurals=2; plural=(n != 1);";
  }
}

export const product: Resource = { name: "product", routes: [version, chooseLanguage, languagePack] };
