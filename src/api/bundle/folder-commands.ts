import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ADMIN_ROLE } from "../../model/built-in-roles.ts";
import type { FieldErrors, TesseraError } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { seedRoles } from "../../server/auth/seed-roles.ts";
import { CommandError } from "../../server/command-error.ts";
import { type User, userOf } from "../../server/user.ts";
import type { BundleFiles } from "./archive.ts";
import { firstAdministrator } from "./examples.ts";
import { exportBundle } from "./export.ts";
import { SERVER_ID } from "./export-content.ts";
import { METADATA, type Problems } from "./files.ts";
import { bundleOfFolder, readFolder } from "./folder.ts";
import { checkBundle, importBundle } from "./import.ts";
import { parseSecrets } from "./secrets.ts";

export interface FolderImport {
  /** The files may refer to objects that are only in the store. */
  sparse: boolean;
  /** JSON file with passwords. */
  secrets: string | undefined;
}

/** Writes every object; removes files of objects that no longer exist. Returns the number of objects. */
export async function exportToFolder(app: App, folder: string): Promise<number> {
  assertReplaceable(folder);
  const { files } = await exportBundle({ app, user: SERVER }, "assets", []);
  const written = new Map<string, string>();
  for await (const [path, text] of files) written.set(path, text);
  writeFolder(folder, written);
  return written.size - 1;
}

/** Overwrites what exists, all or nothing. Returns the number of objects. */
export async function importFolder(app: App, folder: string, { sparse, secrets }: FolderImport): Promise<number> {
  const files = bundleIn(folder);
  const parsedSecrets = parseSecrets(secrets === undefined ? {} : secretsIn(secrets));
  await seedRoles(app);
  const ownerId = await firstAdministrator(app);
  const options = { noun: "assets", overwrite: true, sparse, secrets: parsedSecrets, ownerId } as const;
  await importBundle({ app, user: null }, files, options);
  return files.size - 1;
}

export async function validateFolder(folder: string, { sparse }: Pick<FolderImport, "sparse">): Promise<number> {
  const files = bundleIn(folder);
  await checkBundle(files, { sparse });
  return files.size - 1;
}

function bundleIn(folder: string): BundleFiles {
  if (!existsSync(folder)) throw new CommandError(`The folder ${folder} doesn't exist.`);
  const files = bundleOfFolder(folder);
  if (files.size < 2) throw new CommandError(`${folder} contains no bundle files.`);
  return files;
}

function secretsIn(file: string): Record<string, string> {
  const value = parsedSecretsOf(file);
  return Object.fromEntries(Object.entries(value as object).map(([name, map]) => [name, JSON.stringify(map)]));
}

function parsedSecretsOf(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new CommandError(`The --secrets file isn't valid JSON: ${(error as Error).message}`);
  }
}

const SERVER: User = {
  ...userOf({
    id: SERVER_ID,
    username: "",
    firstName: "",
    lastName: "",
    email: "",
    isAnonymous: false,
    isActive: true,
    loginCount: 0,
    createdOn: null,
    roles: [{ id: 0, name: ADMIN_ROLE, pairs: [] }],
  }),
  can: () => true,
};

const FOLDERS = ["annotation_layers", "charts", "dashboards", "databases", "datasets", "queries", "themes"];

function assertReplaceable(folder: string): void {
  if (!existsSync(folder)) return;
  const names = readdirSync(folder).filter((name) => !name.startsWith("."));
  if (names.length > 0 && !names.includes(METADATA)) {
    throw new CommandError(`${folder} is neither empty nor an export. Nothing was written.`);
  }
}

function writeFolder(folder: string, files: BundleFiles): void {
  mkdirSync(folder, { recursive: true });
  for (const [path, text] of files) {
    const file = join(folder, path);
    if (existsSync(file) && readFileSync(file, "utf8") === text) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  for (const path of readFolder(folder).keys()) {
    if (!files.has(path) && FOLDERS.includes(path.split("/")[0] ?? "")) rmSync(join(folder, path));
  }
}

/** One line per file with problems. */
export function bundleTexts({ body, message }: TesseraError): string[] {
  const [first] = "errors" in body ? body.errors : [];
  const { issue_codes: _, ...problems } = (first?.extra ?? {}) as Problems & { issue_codes?: unknown };
  const lines = Object.entries(problems).map(([path, problem]) => `${path}: ${problemText(problem)}`);
  return lines.length > 0 ? lines : [message];
}

function problemText(problem: FieldErrors[string]): string {
  if (typeof problem === "string") return problem;
  if (Array.isArray(problem)) return problem.join("; ");
  const fields = Object.entries(problem).map(([field, part]) =>
    field === "_schema" ? problemText(part) : `${field}: ${problemText(part)}`,
  );
  return fields.join(" | ");
}
