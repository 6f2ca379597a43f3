import { createHash } from "node:crypto";

/**
 * Numbers that stand for objects within bundles: in names of files, layouts and queries. They are made of the objects'
 * uuids and not of their ids here, so that a bundle is the same whichever server it comes from, and adding an object to
 * it changes nothing of the others.
 */
export type BundleIds = ReadonlyMap<string, number>;

/** A number for each of the uuids (or other lasting names), no two alike. */
export function bundleIds(uuids: readonly string[]): BundleIds {
  const taken = new Set<number>();
  const ids = new Map<string, number>();
  for (const uuid of [...new Set(uuids)].sort()) {
    let id = Number.parseInt(createHash("sha256").update(uuid).digest("hex").slice(0, 6), 16) + 1;
    while (taken.has(id)) id++;
    taken.add(id);
    ids.set(uuid, id);
  }
  return ids;
}

/** A lasting uuid for a part of an object that has a name and no uuid in bundles. */
export function partUuid(...names: readonly string[]): string {
  const hex = createHash("sha256").update(names.join("\n")).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
}

/** A name that is safe in every file system. */
export function slugOf(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/[^\w\s./-]/g, "")
    .replace(/[/\s]+/g, "_")
    .replace(/^[._]+|[._]+$/g, "")
    .slice(0, MAX_SLUG);
  return plain === "" ? "untitled" : plain;
}

/** File systems take names of 255 bytes. */
const MAX_SLUG = 150;
