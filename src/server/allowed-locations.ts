import type { App } from "./app.ts";

/** Hosts and folders that administrators allowed databases to be on, besides those of the environment variables. */
export interface AllowedLocations {
  readonly hosts: readonly AllowedHost[];
  /** Real paths at the time they were allowed. */
  readonly folders: readonly string[];
}

export interface AllowedHost {
  /** Name or address, lowercase. Applies to this spelling only. */
  readonly host: string;
  /** Where the host may be. A name that resolves to another network later isn't allowed there. */
  readonly networks: readonly string[];
}

/** Read at each connection, so that what was removed applies at once on every server. */
export async function allowedLocations({ db }: App): Promise<AllowedLocations> {
  const rows = await db
    .selectFrom("allowed_locations")
    .select(["kind", "location", "networks"])
    .orderBy("id")
    .execute();
  return {
    hosts: rows.flatMap(({ kind, location, networks }) =>
      kind === "host" ? [{ host: location, networks: JSON.parse(networks) as string[] }] : [],
    ),
    folders: rows.flatMap(({ kind, location }) => (kind === "folder" ? [location] : [])),
  };
}
