import { isFields } from "../../model/field-changes.ts";
import type { AssetFile } from "./files.ts";
import { type AssetState, assetKey, type StoredAsset } from "./state.ts";

const PLACED = { charts: "chart", dashboards: "dashboard", datasets: "dataset" } as const;

/** Objects that folders.yaml puts elsewhere: an import only places what it writes. */
export function movedObjects(files: readonly AssetFile[], { assets }: AssetState): StoredAsset[] {
  const file = files.find(({ kind }) => kind === "folders");
  if (!file) return [];
  const known = foldersIn(assets.get(assetKey({ kind: "folders", key: "folders" }))?.value);
  const given = new Set(files.map(assetKey));
  return [...foldersIn(file.value)].flatMap(([object, folder]) => {
    const asset = assets.get(object);
    return !asset || given.has(object) || known.get(object) === folder ? [] : [asset];
  });
}

/** Folder by object. */
function foldersIn(value: Readonly<Record<string, unknown>> | undefined): Map<string, unknown> {
  const places = new Map<string, unknown>();
  for (const folder of Array.isArray(value?.folders) ? (value.folders as unknown[]) : []) {
    if (!isFields(folder)) continue;
    for (const [list, kind] of Object.entries(PLACED)) {
      const uuids = folder[list];
      for (const key of Array.isArray(uuids) ? uuids : []) places.set(`${kind} ${String(key)}`, folder.uuid);
    }
  }
  return places;
}
