import type { Context } from "./route.ts";

/**
 * What a save is based on travels as HTTP has it: the answer to a GET or PUT of one object names its state in `ETag`, and
 * a client that sends it back in `If-Match` is told (412) when its save would undo what others have changed since.
 * Clients that send nothing save as ever. The state's name is the moment of the last save.
 */
export function sayState({ reply }: Context, changedOn: string): void {
  reply.header("etag", `"${changedOn}"`);
}

/** The state that the caller's save is based on; undefined when it does not say, or wants to save over anything. */
export function stateBasedOn({ request }: Context): string | undefined {
  const value = request.headers["if-match"]?.trim();
  if (value === undefined || value === "*") return undefined;
  return value.replace(/^W\//, "").replace(/^"|"$/g, "");
}
