import { appendFileSync } from "node:fs";
import { join, relative } from "node:path";
import { type KyselyPlugin, PostgresQueryCompiler, type RootOperationNode } from "kysely";
import { expect } from "vitest";
import type { App } from "../server/app.ts";

/** Statements of test servers on SQLite, compiled for PostgreSQL: see `explained-statements.ts`. */

export const STATEMENTS = "TESSERA_TEST_STATEMENTS";

export interface Recorded {
  text: string;
  parameters: unknown[];
  file: string;
}

export function recordStatements(app: App): void {
  const folder = process.env[STATEMENTS];
  if (folder === undefined || app.dialect !== "sqlite") return;
  const plugin = recorder(join(folder, `${process.pid}`));
  Object.assign(app, { db: app.db.withPlugin(plugin), reads: app.reads.withPlugin(plugin) });
}

const compiler = new PostgresQueryCompiler();
const known = new Set<string>();

function recorder(file: string): KyselyPlugin {
  return {
    transformQuery({ node, queryId }) {
      const { sql, parameters } = compiler.compileQuery(node as RootOperationNode, queryId);
      const kind = kindOf(sql, parameters);
      if (!known.has(kind)) {
        known.add(kind);
        const statement = {
          text: sql,
          parameters: parameters.map(packed),
          file: relative(process.cwd(), expect.getState().testPath ?? ""),
        };
        appendFileSync(file, `${JSON.stringify(statement)}\n`);
      }
      return node;
    },
    transformResult: async ({ result }) => result,
  };
}

const LIST = /\$\d+(?:, \$\d+)+/g;
export const shortened = (text: string) => text.replace(LIST, "$list");

export function kindOf(text: string, parameters: readonly unknown[]): string {
  const short = shortened(text);
  const types = parameters.map(typeOf);
  return `${short} ${short === text ? types : [...new Set(types)]}`;
}

const MOST_INTEGER = 2 ** 31;

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (typeof value === "string") return value.includes("\0") ? "zero character" : "string";
  if (typeof value !== "number") return value instanceof Uint8Array ? "bytes" : typeof value;
  if (!Number.isInteger(value)) return "number";
  return Math.abs(value) < MOST_INTEGER || isMark(value) ? "integer" : "large integer";
}

const isMark = (value: unknown) => typeof value === "number" && value <= -(2 ** 48);

const MOST_LETTERS = 1000;

function packed(value: unknown): unknown {
  if (isMark(value)) return 1;
  if (typeof value === "string") return value.slice(0, MOST_LETTERS);
  return value instanceof Uint8Array ? { bytes: Buffer.from(value).toString("base64") } : value;
}

export const unpacked = (value: unknown) =>
  typeof value === "object" && value !== null && "bytes" in value ? Buffer.from(`${value.bytes}`, "base64") : value;
