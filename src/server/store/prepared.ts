import type { ClientBase } from "pg";

/** Statements that one connection has prepared at most: PostgreSQL keeps each with its plan as long as the connection. */
const MOST_PREPARED = 300;
/** Texts that are remembered as asked once, or as prepared. */
const MOST_KNOWN = 2000;
/** Whatever is between has forgotten the statement, or a table that it reads has other columns since. */
const OUTDATED = new Set<unknown>(["26000", "0A000"]);

/**
 * Has the statements of a connection prepared that are asked for the second time. Finding out what somebody may see is a
 * statement of some two hundred parameters, which takes longer to plan than to run.
 */
export function prepareRepeated(client: ClientBase): void {
  const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
  const names = new Map<string, string | undefined>();
  let prepared = 0;
  let isPreparing = true;
  const nameOf = (text: string) => {
    if (names.has(text)) {
      const name = names.get(text) ?? (prepared < MOST_PREPARED ? `tessera_${prepared++}` : undefined);
      names.set(text, name);
      return name;
    }
    if (names.size < MOST_KNOWN) names.set(text, undefined);
    return undefined;
  };
  const ask = async (text: string, values: unknown[]) => {
    const name = isPreparing ? nameOf(text) : undefined;
    if (name === undefined) return query(text, values);
    try {
      return await query({ name, text, values });
    } catch (error) {
      isPreparing = !(error instanceof Error && "code" in error && OUTDATED.has(error.code));
      throw error;
    }
  };
  const asked = (...given: unknown[]) => {
    const [text, values] = given;
    const isPlain = given.length === 2 && typeof text === "string" && Array.isArray(values) && values.length > 0;
    return isPlain ? ask(text, values) : query(...given);
  };
  client.query = asked as typeof client.query;
}
