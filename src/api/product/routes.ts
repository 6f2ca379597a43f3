import { readFileSync } from "node:fs";
import { notFound } from "../../model/errors.ts";
import { type Context, PUBLIC, permission, RawReply, type Resource, route } from "../../server/http/route.ts";
import * as contract from "./contract.ts";

const LANGUAGE = "en";
const DOMAIN = "superset";
const MANIFEST = new URL("../../../package.json", import.meta.url);

const version = route(contract.version, PUBLIC, () => {
  const { version } = JSON.parse(readFileSync(MANIFEST, "utf8")) as { version: string };
  return { version, version_string: version, version_sha: "", build_number: null };
});

function assertLanguage(language: string): void {
  if (language !== LANGUAGE) throw notFound(`There is no translation to ${language}`);
}

const chooseLanguage = route(contract.chooseLanguage, PUBLIC, (ctx, { params }) => {
  assertLanguage(params.locale);
  return new RawReply("", { location: pageBefore(ctx), "content-type": "text/plain" }, 302);
});

function pageBefore({ request }: Context): string {
  const before = URL.parse(request.headers.referer ?? "");
  if (before?.host !== request.host) return "/superset/welcome/";
  return `/${before.pathname.replace(/^[/\\]+/, "")}${before.search}`;
}

const languagePack = route(contract.languagePack, permission("can_language_pack", "Superset"), (_ctx, { params }) => {
  assertLanguage(params.language);
  const header = { domain: DOMAIN, lang: LANGUAGE, plural_forms: "nplurals=2; plural=(n != 1);" };
  return { domain: DOMAIN, locale_data: { [DOMAIN]: { "": header } } };
});

export const product: Resource = { name: "product", routes: [version, chooseLanguage, languagePack] };
