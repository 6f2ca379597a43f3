import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Statements of six engines, including hostile ones, with the expected analysis. A line in `query/sql/corpus` is `kind
 * tables :: statement`: tables that are written start with `>`, a line break is `⏎`, and the kind is that of the
 * statement, `error` with its line, `several` or `none`.
 */
export interface CorpusEntry {
  kind: string;
  tables: string[];
  sql: string;
}

const FOLDER = join(import.meta.dirname, "..", "query", "sql", "corpus");
export const CORPUS_ENGINES = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".txt"))
  .map((name) => name.replace(".txt", ""));

export const corpusOf = (engine: string): CorpusEntry[] =>
  readFileSync(join(FOLDER, `${engine}.txt`), "utf8")
    .split("\n")
    .filter((line) => line.includes("::"))
    .map((line) => {
      const [head = "", ...rest] = line.split("::");
      const [kind = "", ...tables] = head.trim().split(" ");
      return { kind, tables, sql: rest.join("::").trim().replaceAll("⏎", "\n") };
    });
