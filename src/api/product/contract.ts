import { z } from "zod";
import { operation } from "../../model/operation.ts";

/** What the product says of itself. */

export const version = operation({
  id: "product.version",
  method: "GET",
  path: "/version",
  summary: "Which version of the product this server is",
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
  summary: "Choose the language of the pages, and go back to the page",
  params: z.object({ locale: z.string() }),
  response: z.unknown(),
  produces: "text/plain",
});

export const languagePack = operation({
  id: "product.languagePack",
  method: "GET",
  path: "/superset/language_pack/:language/",
  summary: "Translations of the pages' texts, as Jed reads them; English is what the pages are written in",
  params: z.object({ language: z.string() }),
  response: z.object({
    domain: z.string(),
    locale_data: z.record(z.string(), z.record(z.string(), z.union([z.array(z.string()), z.looseObject({})]))),
  }),
});
