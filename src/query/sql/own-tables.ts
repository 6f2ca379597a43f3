import { t } from "../../i18n/translate.ts";
import { typedError } from "../../model/errors.ts";
import { plainWords } from "./polyglot-reader.ts";

/**
 * Engines whose tables may be files, other servers or programs, by options of the statement that creates them. A change
 * is allowed only if it creates tables of kinds that are known to be the database's own.
 */
interface OwnTables {
  dialect: "mysql" | "clickhouse";
  kinds: RegExp;
  refused: RegExp;
}

const OWN_TABLES: Readonly<Record<OwnTables["dialect"], Omit<OwnTables, "dialect">>> = {
  mysql: {
    kinds: /^(innodb|myisam|aria|memory|heap)$/,
    refused:
      /\b(data|index) directory\b|\bconnection =|\bunion = \(|\btablespace\b|\binto (outfile|dumpfile)\b|\bload_file\b/,
  },
  clickhouse: {
    kinds: /^((replicated|shared)?\w*mergetree|memory|log|tinylog|stripelog|null|set|join)$/,
    refused:
      /\bas \w+ \(|\bfunction\b|\b(infile|outfile|settings|cluster|dictionary|fetch|attach|freeze|unfreeze|storage_policy)\b|\bdisk =/,
  },
};

const KIND = /\bengine(?: =)? [`"]?(\w+)/g;

/** Throws a typed error for a change that could create a table outside the database. */
export function assertOwnTables(sql: string, dialect: OwnTables["dialect"]): void {
  const { kinds, refused } = OWN_TABLES[dialect];
  const words = plainWords(sql, dialect);
  const createdKinds = /^(create|alter)\b/.test(words) ? [...words.matchAll(KIND)].map(([, kind = ""]) => kind) : [];
  const isDefinition = /^(create|alter|insert|replace)\b/.test(words);
  if (createdKinds.every((kind) => kinds.test(kind)) && !(isDefinition && refused.test(words))) return;
  throw typedError("SYNTAX_ERROR", t("Can't create or fill tables outside this database."), {
    extra: { sql },
  });
}
