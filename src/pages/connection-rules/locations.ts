import type { z } from "zod";
import * as allowed from "../../api/allowed-location/contract.ts";
import { call } from "../../web/client/client.ts";

export const LIST_KEY = "allowed-locations";
export const PATH = "/connection-rules/";

/** Those of environment variables have no id; rows of a list need one. */
export type LocationRow = Omit<z.infer<typeof allowed.AllowedLocation>, "id"> & { id: number };

export async function loadLocations(signal?: AbortSignal) {
  const { result, ...rules } = await call(allowed.list, {}, signal ? { signal } : {});
  return { ...rules, rows: result.map((row, at): LocationRow => ({ ...row, id: row.id ?? -1 - at })) };
}
