import { createHash } from "node:crypto";
import type { CompiledQuery, Kysely, RawBuilder } from "kysely";
import type { Tables } from "./tables.ts";

export interface Statement {
  text: string;
  parameters: readonly unknown[];
}

export interface NamedStatement extends Statement {
  /** Of its text and parameters. */
  digest: string;
}

export const statementOf = ({ sql, parameters }: CompiledQuery): Statement => ({ text: sql, parameters });

export function named({ text, parameters }: Statement): NamedStatement {
  const digest = createHash("sha256")
    .update(JSON.stringify([text, parameters]))
    .digest("base64");
  return { text, parameters, digest };
}

/** Names the statements of queries; the same object each time for what is asked again and again. */
export function naming(db: Kysely<Tables>): (query: RawBuilder<unknown>) => NamedStatement {
  const known = new WeakMap<RawBuilder<unknown>, NamedStatement>();
  return (query) => {
    const statement = known.get(query) ?? named(statementOf(query.compile(db)));
    known.set(query, statement);
    return statement;
  };
}
