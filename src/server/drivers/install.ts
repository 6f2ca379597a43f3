import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Why npm did not install a driver, in words that end a sentence. */
export class DriverInstallError extends Error {
  override readonly name = "DriverInstallError";
  /** What npm said. */
  readonly output: string;

  constructor(message: string, output: string) {
    super(message);
    this.output = output;
  }
}

const MANIFESTS = ["package.json", "package-lock.json"];

/**
 * Installs the packages of the lock file in `source` as `target`: whole or not at all, whoever else does the same.
 * npm checks their digests, and runs nothing of theirs. Throws DriverInstallError.
 */
export async function installDriver(source: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  const draft = await mkdtemp(`${target}.`);
  try {
    for (const name of MANIFESTS) await copyFile(join(source, name), join(draft, name));
    const cache = join(draft, ".cache");
    await npm(["ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--cache", cache], draft);
    await rm(cache, { recursive: true, force: true });
    await rename(draft, target).catch((error: unknown) => {
      if (!existsSync(join(target, "node_modules"))) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

function npm(args: readonly string[], cwd: string): Promise<void> {
  const isWindows = process.platform === "win32";
  // npm needs nothing of this server's settings, some of which are secrets.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("TESSERA_")));
  const child = spawn(isWindows ? "npm.cmd" : "npm", args, {
    cwd,
    env,
    shell: isWindows,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  return new Promise((resolve, reject) => {
    child.on("error", () => reject(new DriverInstallError("npm can't be run on the server", output)));
    child.on("close", (code) => (code === 0 ? resolve() : reject(new DriverInstallError(reasonOf(output), output))));
  });
}

const UNREACHABLE = /^(ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ERR_SOCKET_TIMEOUT)$/;

function reasonOf(output: string): string {
  const [, code = ""] = /npm err(?:or|!) code (\w+)/i.exec(output) ?? [];
  if (UNREACHABLE.test(code)) return "the server can't reach its npm registry";
  if (code === "EINTEGRITY") return "the registry's package isn't the one that is expected";
  if (code === "ENOSPC") return "the server's disk is full";
  return `npm failed${code ? ` (${code})` : ""}`;
}
