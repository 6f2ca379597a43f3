import { createHash } from "node:crypto";
import type { Actor } from "../../server/store/stamp.ts";
import { type ExportContent, exportedObjects, type Numbers, slugOf, VERSION } from "../bundle/index.ts";
import type { Asset } from "./contract.ts";
import { type AssetKind, OWN_KINDS, type Stored } from "./kinds/index.ts";
import { type References, readReferences } from "./references.ts";

export interface StoredAsset extends Asset {
  /** 0 for what is one file for many objects. */
  id: number;
}

export interface AssetState {
  assets: ReadonlyMap<string, StoredAsset>;
  content: ExportContent;
  numbers: Numbers;
  references: References;
}

/** Keys of different kinds may be equal. */
export const assetKey = ({ kind, key }: { kind: string; key: string }): string => `${kind} ${key}`;

export async function readAssets(actor: Actor): Promise<AssetState> {
  const references = await readReferences(actor.app);
  const own: { kind: AssetKind; stored: Stored[] }[] = [];
  for (const kind of OWN_KINDS) own.push({ kind, stored: await kind.list(actor, references) });
  const layers = own.find(({ kind }) => kind.kind === "annotation_layer")?.stored ?? [];
  const { objects, content, numbers } = await exportedObjects(
    actor,
    layers.map((layer) => ({ layer })),
  );
  const ids = idsOf(content);
  const bundled = objects.map(({ path, uuid, value }): StoredAsset => {
    const kind = bundledKind(path) ?? "";
    const key = uuid ?? kind;
    return { path, kind, key, name: nameOf(kind, value), value, state: stateOf(value), id: ids.get(key) ?? 0 };
  });
  const others = own.flatMap(({ kind, stored }) => ownAssets(kind, { stored, numbers }));
  const assets = new Map([...bundled, ...others].map((asset) => [assetKey(asset), asset]));
  return { assets, content, numbers, references };
}

function idsOf({ databases, datasets, charts, dashboards, themes, savedQueries }: ExportContent): Map<string, number> {
  const all = [databases, datasets, charts, dashboards, themes, savedQueries].flat();
  return new Map(all.map(({ uuid, id }) => [uuid, id]));
}

export const stateOf = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);

const BUNDLED = {
  "databases/": ["database", "database_name"],
  "datasets/": ["dataset", "table_name"],
  "charts/": ["chart", "slice_name"],
  "dashboards/": ["dashboard", "dashboard_title"],
  "themes/": ["theme", "theme_name"],
  "queries/": ["saved_query", "label"],
  "folders.yaml": ["folders", ""],
} as const;

const NAMES: ReadonlyMap<string, string> = new Map(Object.values(BUNDLED));

export function bundledKind(path: string): string | undefined {
  return Object.entries(BUNDLED).find(([start]) => path.startsWith(start))?.[1][0];
}

export function nameOf(kind: string, value: Readonly<Record<string, unknown>>): string {
  const name = value[NAMES.get(kind) ?? ""];
  return typeof name === "string" ? name : kind;
}

function ownAssets(
  { kind, folder }: AssetKind,
  { stored, numbers }: { stored: readonly Stored[]; numbers: Numbers },
): StoredAsset[] {
  const taken = new Set<string>();
  return stored.map(({ id, key, name, value: own }) => {
    const value = { ...own, version: VERSION };
    const number = kind === "annotation_layer" ? `_${numbers.layers.get(id)}` : "";
    const path = folder.endsWith(".yaml") ? folder : freePath(`${folder}/${slugOf(name)}${number}`, taken);
    return { path, kind, key, name, value, state: stateOf(value), id };
  });
}

function freePath(start: string, taken: Set<string>): string {
  for (let number = 1; ; number++) {
    const path = `${start}${number > 1 ? `_${number}` : ""}.yaml`;
    if (taken.has(path.toLowerCase())) continue;
    taken.add(path.toLowerCase());
    return path;
  }
}
