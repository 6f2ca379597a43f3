import { z } from "zod";
import { operation } from "../../model/operation.ts";

export const version = operation({
  id: "product.version",
  method: "GET",
  path: "/version",
  summary: "The version of this server",
  response: z.object({
    version: z.string(),
    version_string: z.string(),
    version_sha: z.string(),
    build_number: z.string().nullable(),
  }),
});

export const chooseLanguage = operation({
  id: "product.chooseLanguage",
  method: "GET",
  path: "/lang/:locale",
  summary: "Choose the language of the pages, and return to the page",
  params: z.object({ locale: z.string() }),
  response: z.unknown(),
  produces: "text/plain",
});

export const languagePack = operation({
  id: "product.languagePack",
  method: "GET",
  path: "/superset/language_pack/:language/",
  summary: "Translations in Jed format",
  params: z.object({ language: z.string() }),
  response: z.object({
    domain: z.string(),
    locale_data: z.record(z.string(), z.record(z.string(), z.union([z.array(z.string()), z.looseObject({})]))),
  }),
});
