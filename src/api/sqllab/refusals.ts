import { type TesseraError, typedError } from "../../model/errors.ts";

/** Why statements that are no queries are refused, each by what it is. */

const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^(begin|start transaction|commit|end|rollback|abort|savepoint|release)\b/, "SQL Lab handles transactions itself"],
  [/^(set|reset|discard)\b/, "it changes a setting that SQL Lab keeps as it is, or the account or role"],
  [/^pragma\b/, "only PRAGMA statements that read run, without those that show files"],
  [
    /^(show|list|help)\b/,
    "it shows accounts, files, secrets or the work of others, or this database has no such statement",
  ],
  [/^(describe|desc)\b/, "this database has no such statement"],
  [/^use\b/, "choose the database and schema beside the editor"],
  [
    /^(grant|revoke|deny|reassign)\b|^(create|alter|drop) (user|role|group|login)\b/,
    "it changes accounts and their rights",
  ],
  [
    /^(attach|detach|copy|export|import|install|load|unload|put|get|backup|restore|into|\.|handler)\b/,
    "it reaches files, extensions or other databases",
  ],
  [
    /^(call|exec|execute|do|prepare|deallocate|declare|fetch|move|close|open)\b/,
    "it runs code or keeps something on the server",
  ],
  [
    /^(kill|shutdown|flush|purge|listen|unlisten|notify|lock|unlock|change|stop|system)\b/,
    "it acts on the server and its other sessions",
  ],
  [
    /^(vacuum|analyze|analyse|checkpoint|optimize|repair|check|reindex|cluster|cache|checksum|refresh|comment|exists|security)\b/,
    "it is maintenance of the database",
  ],
  [
    /^pivot\b|^unpivot\b/,
    "its columns depend on the data, so its tables can't be checked. Use SELECT with CASE or FILTER",
  ],
];

const PLANS = /^explain\b|^(analyze|desc|describe)( format)? ?(insert|update|delete|replace)\b/;

/** Of a statement by its first words in lower case; undefined for what is no known statement. */
export function reasonOf(opening: string): string | undefined {
  return REASONS.find(([pattern]) => pattern.test(opening))?.[1];
}

/** A statement that is understood and refused: nothing is misspelled in it. */
export function statementRefused(sql: string, opening: string): TesseraError {
  const verb = /^[a-z]+/.exec(opening)?.[0]?.toUpperCase();
  const reason = PLANS.exec(opening)
    ? "only statements that read are explained"
    : (reasonOf(opening) ?? "SQL Lab runs statements that read, and changes of rows, tables, views and indexes");
  return typedError("DML_NOT_ALLOWED_ERROR", `This ${verb ? `${verb} ` : ""}statement isn't run: ${reason}.`, {
    extra: { sql },
  });
}

export const isRefusal = ({ body }: TesseraError) =>
  "errors" in body && body.errors.some(({ error_type }) => error_type === "DML_NOT_ALLOWED_ERROR");
