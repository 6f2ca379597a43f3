import { t } from "../../i18n/translate.ts";
import { isFields, isSame } from "../../model/field-changes.ts";
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

/** Without files that say what is stored already. */
export async function changedFiles(given: AssetChanges["files"], { assets }: AssetState): Promise<GivenFiles> {
  const files: GivenFiles & { bundled: AssetFile[]; own: OwnFile[] } = {
    ...{ bundled: [], own: [], unused: [], problems: {} },
  };
  const seen = new Set<string>();
  const isChanged = (file: AssetFile) => {
    const id = assetKey(file);
    if (seen.has(id)) files.problems[file.path] = { uuid: [t("Another file has the same UUID")] };
    seen.add(id);
    const stored = assets.get(id)?.value;
    return !isSame(stored, stored ? { version: stored.version, ...file.value } : file.value);
  };
  for (const [path, value] of await parsed(given)) {
    if (path === METADATA) continue;
    const own = OWN_KINDS.find(({ folder }) => path === folder || path.startsWith(`${folder}/`));
    const kind = bundledKind(path);
    if (!isFields(value)) files.problems[path] = t("Not a valid YAML file");
    else if (own) addOwn(files, { path, value, asset: own }, isChanged);
    else if (!kind) files.unused.push({ file: path, text: t("This file isn't part of an export") });
    else {
      const key = typeof value.uuid === "string" ? value.uuid.toLowerCase() : kind;
      const file = { path, kind, key, value, name: nameOf(kind, value) };
      if (isChanged(file)) files.bundled.push(file);
    }
  }
  return files;
}

function addOwn(
  files: { own: OwnFile[]; problems: Problems },
  { path, value, asset }: { path: string; value: Fields; asset: AssetKind },
  isChanged: (file: AssetFile) => boolean,
): void {
  const read = asset.schema.safeParse(value, { reportInput: true });
  if (!read.success) {
    files.problems[path] = fieldErrors(read.error.issues);
    return;
  }
  const { kind, keyOf, nameOf: nameIn } = asset;
  const file = { path, kind, key: keyOf(read.data), name: nameIn(read.data), value: read.data as Fields };
  if (isChanged(file)) files.own.push({ ...file, asset });
}

async function parsed(given: AssetChanges["files"]): Promise<Map<string, unknown>> {
  const texts = Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  const read = await valuesOf(new Map(texts));
  return new Map(Object.entries(given).map(([path, value]) => [path, read.get(path) ?? value]));
}
