import { currentLocale, type Language, languageOf } from "../../i18n/locale.ts";
import type { App } from "../app.ts";

export interface MailAddresses {
  to: readonly string[];
  cc?: readonly string[];
  bcc?: readonly string[];
}

/** One mail for each language that the recipients' accounts use. Recipients without an account get the current one. */
export async function byLanguage(
  { db }: App,
  { to, cc = [], bcc = [] }: MailAddresses,
): Promise<ReadonlyMap<Language, Required<MailAddresses>>> {
  const all = [...to, ...cc, ...bcc].map((address) => address.toLowerCase());
  const rows = await db
    .selectFrom("users")
    .select(["email", "language"])
    .where(({ fn }) => fn("lower", ["email"]), "in", all)
    .where("language", "is not", null)
    .execute();
  const chosen = new Map(rows.map(({ email, language }) => [email.toLowerCase(), languageOf(language ?? "")]));
  const languageFor = (address: string) => chosen.get(address.toLowerCase()) ?? currentLocale().language;
  const languages = new Set([...to, ...cc, ...bcc].map(languageFor));
  const own = (language: Language, addresses: readonly string[]) =>
    addresses.filter((address) => languageFor(address) === language);
  return new Map(
    [...languages].map((language) => [
      language,
      { to: own(language, to), cc: own(language, cc), bcc: own(language, bcc) },
    ]),
  );
}
