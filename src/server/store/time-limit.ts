import type { KyselyPlugin, Transaction } from "kysely";
import type { Tables } from "./tables.ts";

/** Thrown by the next query of a transaction whose time is over, so that it rolls back. */
export class TransactionTimeout extends Error {
  override readonly name = "TransactionTimeout";
}

/** The embedded store serves no other write during a transaction, so those of unknown size need a limit. */
export function withTimeLimit(trx: Transaction<Tables>, ms: number): Transaction<Tables> {
  const end = performance.now() + ms;
  const limit: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (performance.now() > end) throw new TransactionTimeout(`the transaction took longer than ${ms} ms`);
      return result;
    },
  };
  return trx.withPlugin(limit);
}
