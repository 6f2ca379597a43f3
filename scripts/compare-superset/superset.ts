import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { freePort, startPostgres } from "../services.ts";

/** Installs Superset with its examples from PyPI into a folder and runs it on its own PostgreSQL. */

/** Superset needs these but doesn't declare them; newer versions of Flask-Caching don't work with it. */
const PACKAGES = ["apache-superset==6.1.0", "flask-caching==2.3.1", "psycopg2-binary", "rich", "cachetools"];

export interface RunningSuperset {
  url: string;
  user: { username: string; password: string };
  stop(): Promise<void>;
}

export async function startSuperset(folder: string): Promise<RunningSuperset> {
  const bin = installSuperset(folder);
  const postgres = await startPostgres(folder);
  if (typeof postgres === "string") throw new Error(postgres);
  const password = randomBytes(12).toString("hex");
  try {
    await createDatabases(postgres.url);
    const env = environment(folder, postgres.url);
    const run = (...args: string[]) => runSuperset(bin, args, env);
    run("db", "upgrade");
    const name = ["--firstname", "Ad", "--lastname", "Min", "--email", "admin@example.org"];
    run("fab", "create-admin", "--username", "admin", "--password", password, ...name);
    run("init");
    console.log("Loading Superset's examples (about 10 minutes)");
    run("load-examples");
    const port = await freePort();
    const server = spawn(join(bin, "superset"), ["run", "-p", String(port), "--with-threads"], {
      env,
      stdio: "ignore",
    });
    const url = `http://127.0.0.1:${port}`;
    await untilHealthy(url, server);
    const stop = async () => {
      server.kill("SIGTERM");
      await postgres.stop();
    };
    return { url, user: { username: "admin", password }, stop };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

/** Reuses the installation of an earlier run. */
function installSuperset(folder: string): string {
  const bin = join(folder, "venv", "bin");
  if (existsSync(join(bin, "superset"))) return bin;
  console.log(`Installing Superset into ${join(folder, "venv")}`);
  const python = ["python3.11", "python3.12", "python3.10"].find((name) => spawnSync(name, ["--version"]).status === 0);
  if (!python) throw new Error("Superset 6.1 needs Python 3.10, 3.11 or 3.12; none was found.");
  for (const [program, ...args] of [
    [python, "-m", "venv", join(folder, "venv")],
    [join(bin, "pip"), "install", "--quiet", ...PACKAGES],
  ] as [string, ...string[]][]) {
    const { status } = spawnSync(program, args, { stdio: "inherit" });
    if (status !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${status}`);
  }
  return bin;
}

async function createDatabases(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query("CREATE DATABASE superset");
  await client.query("CREATE DATABASE examples");
  await client.end();
}

function environment(folder: string, postgresUrl: string): NodeJS.ProcessEnv {
  const home = join(folder, "superset-home");
  mkdirSync(home, { recursive: true });
  const uri = (database: string) =>
    postgresUrl.replace(/^postgres:/, "postgresql+psycopg2:").replace(/\/[^/]*$/, `/${database}`);
  const config = join(home, "superset_config.py");
  const settings = {
    SECRET_KEY: randomBytes(32).toString("hex"),
    SQLALCHEMY_DATABASE_URI: uri("superset"),
    SQLALCHEMY_EXAMPLES_URI: uri("examples"),
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  const cacheFolder = join(home, "cache");
  rmSync(cacheFolder, { recursive: true, force: true });
  const cache = JSON.stringify({
    CACHE_TYPE: "FileSystemCache",
    CACHE_DIR: cacheFolder,
    CACHE_DEFAULT_TIMEOUT: 86_400,
  });
  lines.push("TALISMAN_ENABLED = False", "RATELIMIT_ENABLED = False", `DATA_CACHE_CONFIG = ${cache}`);
  writeFileSync(config, `${lines.join("\n")}\n`);
  return { ...process.env, SUPERSET_CONFIG_PATH: config, SUPERSET_HOME: home, FLASK_APP: "superset", TZ: "UTC" };
}

function runSuperset(bin: string, args: readonly string[], env: NodeJS.ProcessEnv): void {
  const { status, stderr } = spawnSync(join(bin, "superset"), args, { env, encoding: "utf8" });
  if (status !== 0) throw new Error(`superset ${args.slice(0, 2).join(" ")} ended with ${status}:\n${stderr}`);
}

async function untilHealthy(url: string, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (server.exitCode !== null) throw new Error(`Superset ended with ${server.exitCode}`);
    const isUp = await fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
    await sleep(200);
  }
  throw new Error("Superset did not answer");
}
