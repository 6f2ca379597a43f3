import { currentLocale, isRightToLeft } from "../../i18n/locale.ts";
import type { App } from "../app.ts";
import { buildManifest, escapeAttribute, script } from "./page-stream.ts";

/** The page in the user's language, whose catalog and texts of libraries are there before its code runs. Other parts come with their code. */
export async function inLanguage(html: string, app: App): Promise<string> {
  const { language } = currentLocale();
  if (language === "en") return html;
  const catalogs = await app.once(buildManifest).catalogsOf(language);
  const direction = isRightToLeft(language) ? "rtl" : "ltr";
  const head = `<html lang="${language}" dir="${direction}" data-messages="${escapeAttribute(JSON.stringify(catalogs))}">`;
  const catalog = catalogs.app ? script(catalogs.app) : "";
  const libraries = await app.once(buildManifest).linksOf([`locale-${language}`]);
  return html
    .replace('<html lang="en" dir="ltr">', () => head)
    .replace("<script", () => `${catalog}${libraries}<script`);
}
