import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type FieldErrors, TesseraError } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { seedRoles } from "../../server/auth/seed-roles.ts";
import { type Config, readConfig } from "../../server/config/config.ts";
import { prepareHome } from "../../server/config/home-folder.ts";
import { DriverInstallError, folderOf, installDriver, readDrivers } from "../../server/drivers/drivers.ts";
import { createApp } from "../../server/start/create-app.ts";
import { startFailureText } from "../../server/start/start-failure.ts";
import { HomeInUseError, lockHome } from "../../server/store/home-lock.ts";
import { ADMIN_ROLE, type User, userOf } from "../../server/user.ts";
import { rotateKey } from "../database/index.ts";
import type { BundleFiles } from "./archive.ts";
import { firstAdministrator } from "./examples.ts";
import { exportBundle } from "./export.ts";
import { SERVER_ID } from "./export-content.ts";
import { METADATA, type Problems } from "./files.ts";
import { bundleOfFolder, readFolder } from "./folder.ts";
import { checkBundle, importBundle } from "./import.ts";
import { parseSecrets } from "./secrets.ts";

const USAGE = `Usage:
  tessera                                start the server
  tessera export DIR                     export everything to a folder, one YAML file per object
  tessera import DIR [--sparse] [--secrets FILE]
                                         import a folder, overwriting what exists
  tessera validate DIR [--sparse]        check a folder without saving anything
  tessera rotate-key                     re-encrypt the stored passwords with a new key
  tessera drivers install ENGINE         download the driver of bigquery, mssql or snowflake to the home folder

  --sparse         the files may refer to objects that are only in the store
  --secrets FILE   JSON with passwords, ssh_tunnel_passwords, ssh_tunnel_private_keys,
                   ssh_tunnel_private_key_passwords and encrypted_extra_secrets, each by the path of its database file

The store is that of the server: see TESSERA_HOME, TESSERA_DATABASE_URL and the other settings.
Exit codes: 0 success, 1 failure, 2 wrong usage.`;

export interface CommandLine {
  args: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  root: string;
  print(line: string): void;
  printError(line: string): void;
}

export async function runCommand(line: CommandLine): Promise<number> {
  const request = parseArguments(line.args);
  if (!request) {
    line.printError(USAGE);
    return 2;
  }
  let config: Config | undefined;
  try {
    config = readConfig(line.env, line.root);
    await COMMANDS[request.command](request, config, line);
    return 0;
  } catch (error) {
    for (const text of failureTexts(error, config)) line.printError(text);
    return 1;
  }
}

interface Request {
  command: keyof typeof COMMANDS;
  folder: string;
  sparse: boolean;
  secrets: string | undefined;
  engine?: string | undefined;
}

function parseArguments(args: readonly string[]): Request | undefined {
  const noFolder = { folder: "", sparse: false, secrets: undefined };
  if (args.join(" ") === "rotate-key") return { ...noFolder, command: "rotate-key" };
  const [, engine] = /^drivers install (\S+)$/.exec(args.join(" ")) ?? [];
  return engine ? { ...noFolder, command: "drivers", engine } : parseFolderArguments(args);
}

function parseFolderArguments(args: readonly string[]): Request | undefined {
  const rest = [...args];
  const sparse = rest.includes("--sparse");
  if (sparse) rest.splice(rest.indexOf("--sparse"), 1);
  const at = rest.indexOf("--secrets");
  const [, secrets] = at < 0 ? [] : rest.splice(at, 2);
  const [command, folder, ...more] = rest;
  const isKnown = command === "export" || command === "import" || command === "validate";
  const isWrong = !isKnown || !folder || folder.startsWith("-") || more.length > 0 || (at >= 0 && !secrets);
  return isWrong ? undefined : { command, folder, sparse, secrets };
}

class CommandError extends Error {}

const COMMANDS = {
  export: async ({ folder }: Request, config: Config, line: CommandLine) => {
    if (!config.databaseUrl && !existsSync(config.home))
      throw new CommandError(`The home folder ${config.home} doesn't exist.`);
    assertReplaceable(folder);
    await withApp(config, async (app) => {
      const { files } = await exportBundle({ app, user: SERVER }, "assets", []);
      const written = new Map<string, string>();
      for await (const [path, text] of files) written.set(path, text);
      writeFolder(folder, written);
      line.print(`Exported ${written.size - 1} objects to ${folder}`);
    });
  },
  import: async ({ folder, sparse, secrets }: Request, config: Config, line: CommandLine) => {
    const files = bundleIn(folder);
    const parsedSecrets = parseSecrets(secrets === undefined ? {} : secretsIn(secrets));
    prepareHome(config.home);
    const unlock = lockFor(config.home, "Stop it first, or import through its API: POST /api/v1/assets/import/");
    try {
      await withApp(config, async (app) => {
        await seedRoles(app);
        const ownerId = await firstAdministrator(app);
        const options = { noun: "assets", overwrite: true, sparse, secrets: parsedSecrets, ownerId } as const;
        await importBundle({ app, user: null }, files, options);
      });
    } finally {
      unlock();
    }
    line.print(`Imported ${files.size - 1} objects from ${folder}`);
  },
  validate: async ({ folder, sparse }: Request, _config: Config, line: CommandLine) => {
    const files = bundleIn(folder);
    await checkBundle(files, { sparse });
    line.print(`${folder} is valid: ${files.size - 1} objects`);
  },
  "rotate-key": async (_: Request, config: Config, line: CommandLine) => {
    if (!existsSync(config.home)) throw new CommandError(`The home folder ${config.home} doesn't exist.`);
    const unlock = lockFor(config.home, "Stop it first.");
    try {
      const count = await rotateKey(config);
      line.print(
        `The secrets of ${count} databases were re-encrypted with the new key. All users have to sign in again.`,
      );
    } finally {
      unlock();
    }
  },
  drivers: async ({ engine }: Request, { home }: Config, line: CommandLine) => {
    const driver = readDrivers().find((each) => each.engine === engine);
    if (!driver) throw new CommandError(`${engine} needs no driver: only bigquery, mssql and snowflake do.`);
    const folder = folderOf(driver, home);
    const text = `The driver ${driver.package} ${driver.version}`;
    if (existsSync(folder)) return line.print(`${text} is already installed in ${folder}.`);
    prepareHome(home);
    await installDriver(driver.source, folder);
    line.print(`${text} was installed in ${folder}.`);
  },
};

/** The caches of a running server wouldn't notice the changes. */
function lockFor(home: string, advice: string): () => void {
  try {
    return lockHome(home);
  } catch (error) {
    if (!(error instanceof HomeInUseError)) throw error;
    throw new CommandError(`${error.message} ${advice}`);
  }
}

function bundleIn(folder: string): BundleFiles {
  if (!existsSync(folder)) throw new CommandError(`The folder ${folder} doesn't exist.`);
  const files = bundleOfFolder(folder);
  if (files.size < 2) throw new CommandError(`${folder} contains no bundle files.`);
  return files;
}

function secretsIn(file: string): Record<string, string> {
  const value: unknown = JSON.parse(readFileSync(file, "utf8"));
  return Object.fromEntries(Object.entries(value as object).map(([name, map]) => [name, JSON.stringify(map)]));
}

async function withApp(config: Config, work: (app: App) => Promise<void>): Promise<void> {
  const app = await createApp(config);
  try {
    await work(app);
  } finally {
    await app.close();
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

function failureTexts(error: unknown, config: Config | undefined): string[] {
  if (error instanceof TesseraError) return bundleTexts(error);
  if (error instanceof CommandError) return [error.message];
  if (error instanceof DriverInstallError) return [error.output, `The driver couldn't be installed: ${error.message}.`];
  if (error instanceof SyntaxError) return [`The --secrets file isn't valid JSON: ${error.message}`];
  return [startFailureText(error, config)];
}

function bundleTexts({ body, message }: TesseraError): string[] {
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
