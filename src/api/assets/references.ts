import { sql } from "kysely";
import { t } from "../../i18n/translate.ts";
import { unprocessable } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";

type Named = "chart" | "dashboard" | "dataset" | "database" | "assertion" | "role";

const KEYS = {
  chart: ["charts", "uuid"],
  dashboard: ["dashboards", "uuid"],
  dataset: ["datasets", "uuid"],
  database: ["databases", "uuid"],
  assertion: ["assertions", "uuid"],
  role: ["roles", "name"],
} as const;

/** Files name objects by UUID and roles by name. */
export interface References {
  keyOf(noun: Named, id: number | null): string | null;
  maybeId(noun: Named, key: string): number | undefined;
  /** Throws a 422 if there is none. */
  idOf(noun: Named, key: string): number;
}

export async function readReferences({ db }: Pick<App, "db">): Promise<References> {
  const keys = new Map<Named, Map<number, string>>();
  const ids = new Map<Named, Map<string, number>>();
  for (const [noun, [table, column]] of Object.entries(KEYS) as [Named, readonly [string, string]][]) {
    const { rows } = await sql<{ id: number; key: string }>`
      select id, ${sql.ref(column)} as key from ${sql.table(table)}`.execute(db);
    keys.set(noun, new Map(rows.map(({ id, key }) => [id, key])));
    ids.set(noun, new Map(rows.map(({ id, key }) => [key, id])));
  }
  const maybeId = (noun: Named, key: string) => ids.get(noun)?.get(key);
  return {
    maybeId,
    keyOf: (noun, id) => (id === null ? null : (keys.get(noun)?.get(id) ?? null)),
    idOf: (noun, key) => {
      const id = maybeId(noun, key);
      if (id === undefined) throw unprocessable({ [noun]: [t("Does not exist")] });
      return id;
    },
  };
}
