import { badRequest } from "../../model/errors.ts";

const METADATA_FILE = /^(?:.*\/)?metadata\.ya?ml$/i;
const FOLDER = /^(?:databases|datasets|charts|annotation_layers|themes|queries|dashboards)$/i;
const TOP_FILE = /^(?:metadata|tags)\.ya?ml$/i;

/** Whether an archive entry can be part of a bundle: YAML, and no hidden or system file. */
export function isBundleFile(path: string): boolean {
  return /\.ya?ml$/i.test(path) && !isHidden(path);
}

/** Whether an entry is one that systems put there. */
export function isHidden(path: string): boolean {
  const parts = path.split("/");
  const name = parts.at(-1) ?? "";
  return (
    /^[._]/.test(name) ||
    /^(?:thumbs\.db|desktop\.ini)$/i.test(name) ||
    parts.some((part) => part === "__MACOSX" || part.startsWith("."))
  );
}

/**
 * Files by their path in the bundle. Its root is the folder of `metadata.yaml`, however deep that is; without one it is
 * the top folder. Folder names in any case and `.yml` are accepted. Files outside of the root are named. Throws 400 when two files get the same path.
 */
export function inBundle(files: ReadonlyMap<string, string>): { files: Map<string, string>; outside: string[] } {
  const paths = [...files.keys()];
  const [metadata] = paths.filter((path) => METADATA_FILE.test(path)).toSorted((a, b) => depthOf(a) - depthOf(b));
  const found = new Map<string, string>();
  const outside: string[] = [];
  for (const [path, text] of files) {
    const within = metadata === undefined ? withoutTop(path) : below(folderOf(metadata), path);
    if (within === undefined) {
      outside.push(path);
      continue;
    }
    const place = placeOf(within);
    if (found.has(place)) throw badRequest("The file has two entries of one name");
    found.set(place, text);
  }
  return { files: found, outside };
}

const depthOf = (path: string) => path.split("/").length;

const folderOf = (path: string) => path.slice(0, path.lastIndexOf("/") + 1);

const below = (folder: string, path: string) => (path.startsWith(folder) ? path.slice(folder.length) : undefined);

const withoutTop = (path: string) => path.slice(path.indexOf("/") + 1);

function placeOf(path: string): string {
  const [top = "", ...rest] = path.split("/");
  if (rest.length === 0) return TOP_FILE.test(top) ? yaml(top.toLowerCase()) : top;
  return FOLDER.test(top) ? yaml([top.toLowerCase(), ...rest].join("/")) : path;
}

const yaml = (path: string) => path.replace(/\.ya?ml$/i, ".yaml");
