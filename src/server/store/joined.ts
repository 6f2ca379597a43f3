import type { Kysely, Transaction } from "kysely";
import type { App } from "../app.ts";
import type { Noun } from "../events.ts";
import type { Tables } from "./tables.ts";

type Announcement = readonly [noun: Noun, id: number | undefined];

/**
 * The app as seen within a transaction: saves that open their own join this one, and their changes are announced by
 * `announce`, which is called after the commit.
 */
export function joinTransaction(app: App, trx: Transaction<Tables>): { app: App; announce(): void } {
  const pending: Announcement[] = [];
  const db = joined(trx);
  const events = { ...app.events, changed: (noun: Noun, id?: number) => void pending.push([noun, id]) };
  const announce = () => {
    for (const [noun, id] of pending) app.events.changed(noun, id);
  };
  return { app: { ...app, db, reads: db, events }, announce };
}

function joined(trx: Transaction<Tables>): Kysely<Tables> {
  const db: Kysely<Tables> = new Proxy(trx, {
    get(target, name) {
      if (name === "transaction") return () => ({ execute: (work: (inner: Kysely<Tables>) => unknown) => work(db) });
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return db;
}
