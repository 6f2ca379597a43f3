import { createHash } from "node:crypto";

/**
 * Numbers for objects in file names, layouts and queries of bundles. Derived from uuids instead of ids, so that a
 * bundle is the same from every server, and adding an object changes no other number.
 */
export type BundleIds = ReadonlyMap<string, number>;

export function bundleIds(uuids: readonly string[]): BundleIds {
  const usedIds = new Set<number>();
  const ids = new Map<string, number>();
  for (const uuid of [...new Set(uuids)].sort()) {
    let id = Number.parseInt(createHash("sha256").update(uuid).digest("hex").slice(0, 6), 16) + 1;
    while (usedIds.has(id)) id++;
    usedIds.add(id);
    ids.set(uuid, id);
  }
  return ids;
}

export function partUuid(...names: readonly string[]): string {
  const hex = createHash("sha256").update(names.join("\n")).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
}

export function slugOf(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/[^\w\s./-]/g, "")
    .replace(/[/\s]+/g, "_")
    .replace(/^[._]+|[._]+$/g, "")
    .slice(0, MAX_SLUG);
  return plain === "" ? "untitled" : plain;
}

const MAX_SLUG = 150;
