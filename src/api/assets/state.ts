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

/** By default everything that the caller can see. */
export async function readAssets(actor: Actor, only?: readonly { kind: string; key: string }[]): Promise<AssetState> {
  const references = await readReferences(actor.app);
  const own: { kind: AssetKind; stored: Stored[] }[] = [];
  for (const kind of OWN_KINDS)
    if (!only || only.some((one) => one.kind === kind.kind))
      own.push({ kind, stored: await kind.list(actor, references) });
  const layers = await actor.app.db.selectFrom("annotation_layers").select(["id", "name"]).execute();
  const { objects, content, numbers } = await exportedObjects(actor, {
    layers: layers.map((layer) => ({ layer })),
    uuids: only && !only.some(({ kind }) => kind === "folders") ? only.map(({ key }) => key) : undefined,
  });
  const ids = idsOf(content);
  const bundled = objects.map(({ path, uuid, value }): StoredAsset => {
    const kind = bundledKind(path) ?? "";
    const key = uuid ?? kind;
    const { id = 0, managed_by = null } = ids.get(key) ?? {};
    return { path, kind, key, name: nameOf(kind, value), value, state: stateOf(value), id, managed_by };
  });
  const others = own.flatMap(({ kind, stored }) => ownAssets(kind, { stored, numbers }));
  const assets = new Map([...bundled, ...others].map((asset) => [assetKey(asset), asset]));
  return { assets, content, numbers, references };
}

function idsOf({ databases, datasets, charts, dashboards, themes, savedQueries }: ExportContent) {
  const managed = [databases, datasets, charts, dashboards].flat();
  const known = new Map(
    [...themes, ...savedQueries].map(({ uuid, id }) => [uuid, { id, managed_by: null as string | null }]),
  );
  for (const { uuid, id, is_managed_externally, external_url } of managed)
    known.set(uuid, { id, managed_by: is_managed_externally ? external_url : null });
  return known;
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
    return { path, kind, key, name, value, state: stateOf(value), id, managed_by: null };
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
