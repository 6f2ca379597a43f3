import { createRequire } from "node:module";
import cronstrue from "cronstrue";
import { currentLocale, type Language } from "../../i18n/locale.ts";

export function crontabText(crontab: string): string {
  try {
    return cronstrue.toString(crontab, { locale: cronLocale(currentLocale().language) });
  } catch {
    return crontab;
  }
}

const require = createRequire(import.meta.url);

function cronLocale(language: Language): string {
  if (language.startsWith("en")) return "en";
  const name = language.replace("-", "_");
  require(`cronstrue/locales/${name}.js`);
  return name;
}
