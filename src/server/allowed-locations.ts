import { type App, isFresh } from "./app.ts";

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

/** The same object until the stored locations change. */
export function allowedLocationsOf(app: App): Promise<AllowedLocations> {
  return app.once(createAllowedLocations).current();
}

function createAllowedLocations(app: App): { current(): Promise<AllowedLocations> } {
  let known: { text: string; locations: AllowedLocations } | undefined;
  let checkedMs = Number.NEGATIVE_INFINITY;
  let pending: Promise<AllowedLocations> | undefined;
  app.events.onChanged("allowed-location", () => {
    checkedMs = Number.NEGATIVE_INFINITY;
    pending = undefined;
  });

  async function read(): Promise<AllowedLocations> {
    const atMs = app.clock.now();
    const rows = await app.db
      .selectFrom("allowed_locations")
      .select(["kind", "location", "networks"])
      .orderBy("id")
      .execute();
    const text = JSON.stringify(rows);
    const hosts = rows.filter(({ kind }) => kind === "host");
    const folders = rows.filter(({ kind }) => kind === "folder");
    if (known?.text !== text) {
      known = {
        text,
        locations: {
          hosts: hosts.map(({ location, networks }) => ({
            host: location,
            networks: JSON.parse(networks) as string[],
          })),
          folders: folders.map(({ location }) => location),
        },
      };
    }
    checkedMs = atMs;
    return known.locations;
  }

  return {
    current: () => {
      if (known && checkedMs !== Number.NEGATIVE_INFINITY && isFresh(app, checkedMs))
        return Promise.resolve(known.locations);
      const own: Promise<AllowedLocations> = pending ?? read();
      pending = own;
      const done = () => {
        if (pending === own) pending = undefined;
      };
      own.then(done, done);
      return own;
    },
  };
}
