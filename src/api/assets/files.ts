import { t } from "../../i18n/translate.ts";
import { fieldChanges, isFields } from "../../model/field-changes.ts";
import { fieldErrors } from "../../server/http/validation.ts";
import { METADATA, type Problems, valuesOf } from "../bundle/index.ts";
import type { AssetChanges } from "./contract.ts";
import { type AssetKind, OWN_KINDS } from "./kinds/index.ts";
import { type AssetState, assetKey, bundledKind, nameOf } from "./state.ts";

type Fields = Readonly<Record<string, unknown>>;

export interface AssetFile {
  path: string;
  kind: string;
  key: string;
  name: string;
  value: Fields;
}

interface OwnFile extends AssetFile {
  asset: AssetKind;
}

export interface GivenFiles {
  /** What bundles have, by path. */
  bundled: readonly AssetFile[];
  own: readonly OwnFile[];
  unused: { file: string; text: string }[];
  problems: Problems;
}

/** By the folders that they are in. */
export async function givenFiles(given: AssetChanges["files"]): Promise<GivenFiles> {
  const files = { bundled: [] as AssetFile[], own: [] as OwnFile[], unused: [] as GivenFiles["unused"], problems: {} };
  for (const [path, value] of await parsed(given)) {
    if (path === METADATA) continue;
    const asset = OWN_KINDS.find(({ folder }) => path === folder || path.startsWith(`${folder}/`));
    const kind = bundledKind(path);
    if (!isFields(value)) Object.assign(files.problems, { [path]: t("Not a valid YAML file") });
    else if (asset) addOwn(files, { path, value, asset });
    else if (!kind) files.unused.push({ file: path, text: t("This file isn't part of an export") });
    else {
      const key = typeof value.uuid === "string" ? value.uuid.toLowerCase() : kind;
      files.bundled.push({ path, kind, key, value, name: nameOf(kind, value) });
    }
  }
  return files;
}

/** Without files that say what is stored already. */
export function changedFiles(given: GivenFiles, { assets }: AssetState): GivenFiles {
  const problems = { ...given.problems };
  const seen = new Set<string>();
  for (const file of [...given.bundled, ...given.own]) {
    const id = assetKey(file);
    if (seen.has(id)) problems[file.path] = { uuid: [t("Another file has the same UUID")] };
    seen.add(id);
  }
  const isChanged = (file: AssetFile) => {
    const stored = assets.get(assetKey(file))?.value;
    return !stored || fieldChanges(stored, { version: stored.version, ...file.value }).length > 0;
  };
  return { ...given, problems, bundled: given.bundled.filter(isChanged), own: given.own.filter(isChanged) };
}

function addOwn(
  files: { own: OwnFile[]; problems: Problems },
  { path, value, asset }: { path: string; value: Fields; asset: AssetKind },
): void {
  const read = asset.schema.safeParse(value, { reportInput: true });
  if (!read.success) {
    files.problems[path] = fieldErrors(read.error.issues);
    return;
  }
  const { kind, keyOf, nameOf: nameIn } = asset;
  files.own.push({ path, kind, key: keyOf(read.data), name: nameIn(read.data), value: read.data as Fields, asset });
}

async function parsed(given: AssetChanges["files"]): Promise<Map<string, unknown>> {
  const texts = Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  const read = await valuesOf(new Map(texts));
  return new Map(Object.entries(given).map(([path, value]) => [path, read.get(path) ?? value]));
}
