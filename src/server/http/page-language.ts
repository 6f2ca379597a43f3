import { currentLocale, isRightToLeft } from "../../i18n/locale.ts";
import type { App } from "../app.ts";
import { buildManifest, escapeAttribute, script } from "./page-stream.ts";

/**
 * The page in the user's language. The catalog and the texts of libraries load before its code runs; other parts of the
 * catalog come with their code.
 */
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
