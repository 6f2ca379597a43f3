import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { connect, createServer } from "node:net";
import { freemem, homedir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { CHROMIUM_PATHS } from "../src/server/pictures/chromium.ts";
import { makeCertificate } from "../src/testing/certificate.ts";

/**
 * Real servers for tests, on free ports and in a temporary folder, never as root: PostgreSQL, MariaDB, Redis and a
 * browser come from the system, or are installed from its packages where allowed.
 */

export interface Service {
  url: string;
  stop(): Promise<void>;
}

/** Returns the service, or why it isn't available. */
export async function startPostgres(folder: string): Promise<Service | string> {
  const initdb = findPostgres() ?? (installPackages(["postgresql"]) ? findPostgres() : undefined);
  if (!initdb) return "no PostgreSQL server programs found (initdb); install the system's postgresql package";
  const parent = hasMemoryFor(POSTGRES_GB) ? mkdtempSync(join(MEMORY, "tessera-postgres-")) : folder;
  const data = unprivilegedFolder(parent, "postgres");
  const user = unprivilegedUser();
  const port = await freePort();
  const init = spawnSync(
    join(initdb, "initdb"),
    ["-D", data, "-U", "tessera", "-A", "trust", "--no-sync", "-E", "UTF8"],
    {
      ...user,
      encoding: "utf8",
    },
  );
  if (init.status !== 0) return `initdb failed: ${init.stderr || init.error?.message}`;
  const options = { "-h": "127.0.0.1", "-p": String(port), "-k": data, "-c": "fsync=off" };
  const server = spawn(join(initdb, "postgres"), ["-D", data, ...Object.entries(options).flat()], {
    ...user,
    stdio: "ignore",
  });
  if (!(await answers(port, server))) return "PostgreSQL did not start";
  await untilReady(join(initdb, "psql"), port);
  const stop = async () => {
    await end(server, "SIGINT");
    rmSync(data, { recursive: true, force: true });
    if (parent !== folder) rmSync(parent, { recursive: true, force: true });
  };
  return { url: `postgres://tessera@127.0.0.1:${port}/postgres`, stop };
}

/** Linux's in-memory file system. Copying a database takes ten times as long on a disk. */
const MEMORY = "/dev/shm";
const POSTGRES_GB = 2;

function hasMemoryFor(gigabytes: number): boolean {
  const bytes = gigabytes * 1024 ** 3;
  if (!existsSync(MEMORY) || freemem() < 2 * bytes) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= bytes;
}

/** Returns the service, or why it isn't available. Its user has all privileges. */
export async function startMariaDb(folder: string): Promise<Service | string> {
  const isThere = () => spawnSync("mariadbd", ["--version"]).status === 0;
  if (!isThere() && !(installPackages(["mariadb-server"]) && isThere())) {
    return "no mariadbd found; install the system's mariadb-server package";
  }
  const data = unprivilegedFolder(folder, "mariadb");
  const user = unprivilegedUser();
  const init = spawnSync(
    "mariadb-install-db",
    ["--no-defaults", `--datadir=${data}`, "--auth-root-authentication-method=normal", "--skip-test-db"],
    { ...user, encoding: "utf8" },
  );
  if (init.status !== 0) return `mariadb-install-db failed: ${init.stderr || init.error?.message}`;
  makeCertificate(data, "server", user);
  const port = await freePort();
  const options = [
    `--datadir=${data}`,
    "--bind-address=127.0.0.1",
    `--port=${port}`,
    `--socket=${join(data, "socket")}`,
    `--ssl-cert=${join(data, "server.crt")}`,
    `--ssl-key=${join(data, "server.key")}`,
  ];
  const server = spawn("mariadbd", ["--no-defaults", ...options, "--innodb-flush-log-at-trx-commit=0"], {
    ...user,
    stdio: "ignore",
  });
  if (!(await answers(port, server))) return "MariaDB did not start";
  return { url: `mysql://root@127.0.0.1:${port}`, stop: () => end(server, "SIGTERM") };
}

/** Returns the service, or why it isn't available. Nothing is persisted. */
export async function startRedis(folder: string, port?: number): Promise<Service | string> {
  const isThere = () => spawnSync("redis-server", ["--version"]).status === 0;
  if (!isThere() && !(installPackages(["redis-server"]) && isThere())) {
    return "no redis-server found; install the system's redis package";
  }
  port ??= await freePort();
  const server = spawn("redis-server", ["--port", String(port), "--bind", "127.0.0.1", "--save", ""], {
    ...unprivilegedUser(),
    cwd: unprivilegedFolder(folder, "redis"),
    stdio: "ignore",
  });
  if (!(await answers(port, server))) return "Redis did not start";
  return { url: `redis://127.0.0.1:${port}`, stop: () => end(server, "SIGTERM") };
}

/** Returns the service, or why it isn't available. The configuration may name files of its folder. */
export async function startPrometheus(folder: string, files: Record<string, string>): Promise<Service | string> {
  const isThere = () => spawnSync("prometheus", ["--version"]).status === 0;
  if (!isThere() && !(installPackages(["prometheus"]) && isThere())) {
    return "no prometheus found; install the system's prometheus package";
  }
  const data = unprivilegedFolder(folder, "prometheus");
  for (const [name, text] of Object.entries(files)) writeFileSync(join(data, name), text);
  const port = await freePort();
  const options = {
    "config.file": join(data, "prometheus.yml"),
    "storage.tsdb.path": join(data, "data"),
    "web.listen-address": `127.0.0.1:${port}`,
  };
  const flags = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  const server = spawn("prometheus", flags, { ...unprivilegedUser(), cwd: data, stdio: "ignore" });
  if (!(await answers(port, server))) return "Prometheus did not start";
  return { url: `http://127.0.0.1:${port}`, stop: () => end(server, "SIGTERM") };
}

/**
 * Returns the service, or why it isn't available: OpenLDAP with the entries of an LDIF, and TLS with a certificate for
 * `localhost`.
 */
export async function startLdap(folder: string, ldif: string): Promise<(Service & { caFile: string }) | string> {
  const find = () => ["/usr/sbin/slapd", "/usr/libexec/slapd"].find((path) => existsSync(path));
  const program = find() ?? (installPackages(["slapd"]) ? find() : undefined);
  if (!program) return "no slapd found; install the system's slapd package";
  const data = unprivilegedFolder(folder, "ldap");
  const user = unprivilegedUser();
  makeCertificate(data, "server", user);
  const settings = join(data, "slapd.conf");
  writeFileSync(settings, ldapSettings(data));
  writeFileSync(join(data, "entries.ldif"), ldif);
  const tool = ["-f", settings];
  const added = spawnSync(program, ["-T", "add", ...tool, "-q", "-l", join(data, "entries.ldif")], {
    ...user,
    encoding: "utf8",
  });
  if (added.status !== 0) return `slapadd failed: ${added.stderr || added.error?.message}`;
  const [port, securePort] = [await freePort(), await freePort()];
  const addresses = `ldap://127.0.0.1:${port} ldaps://127.0.0.1:${securePort}`;
  // In the foreground, without a log.
  const server = spawn(program, [...tool, "-h", addresses, "-d", "0"], { ...user, stdio: "ignore" });
  if (!(await answers(port, server))) return "slapd did not start";
  return {
    url: `ldap://localhost:${port} ldaps://localhost:${securePort}`,
    caFile: join(data, "server.crt"),
    stop: () => end(server, "SIGTERM"),
  };
}

function ldapSettings(data: string): string {
  const schemas = ["core", "cosine", "inetorgperson"].map((name) => `include /etc/ldap/schema/${name}.schema`);
  return [
    ...schemas,
    "modulepath /usr/lib/ldap",
    "moduleload back_mdb",
    "moduleload memberof",
    `TLSCertificateFile ${join(data, "server.crt")}`,
    `TLSCertificateKeyFile ${join(data, "server.key")}`,
    "database mdb",
    'suffix "dc=example,dc=org"',
    'rootdn "cn=admin,dc=example,dc=org"',
    "rootpw admin-secret",
    `directory ${data}`,
    "maxsize 16777216",
    "overlay memberof",
    "access to attrs=userPassword by anonymous auth by * none",
    "access to * by users read by * none",
    "",
  ].join("\n");
}

const CHDB = "3.4.0";

/**
 * Returns the service, or why it isn't available. ClickHouse's engine as a library (546 MB) isn't a dependency of the
 * product: it is installed once into the user's cache folder (`TESSERA_TEST_CACHE`).
 */
export async function startClickHouse(folder: string): Promise<Service | string> {
  const modules = join(process.env.TESSERA_TEST_CACHE ?? join(homedir(), ".cache", "tessera-tests"), `chdb-${CHDB}`);
  if (!existsSync(join(modules, "node_modules", "chdb"))) {
    console.log(`Installing chdb ${CHDB} (the engine of ClickHouse) into ${modules}`);
    mkdirSync(modules, { recursive: true });
    const packages = ["--no-save", "--ignore-scripts", "--no-audit", "--no-fund", `chdb@${CHDB}`];
    const npm = spawnSync("npm", ["install", "--prefix", modules, ...packages], { encoding: "utf8", timeout: 300_000 });
    if (npm.status !== 0) {
      rmSync(modules, { recursive: true, force: true });
      return `chdb ${CHDB}, the engine of ClickHouse, could not be installed: ${npm.stderr || npm.error?.message}`;
    }
  }
  const port = await freePort();
  const script = join(import.meta.dirname, "clickhouse-server.ts");
  const server = spawn(process.execPath, [script, modules, join(folder, "clickhouse"), String(port)], {
    env: { ...process.env, UV_THREADPOOL_SIZE: "16" },
    stdio: "ignore",
  });
  if (!(await answers(port, server))) return "ClickHouse did not start";
  return { url: `clickhousedb://127.0.0.1:${port}`, stop: () => end(server, "SIGKILL") };
}

export function findChromium(): string | undefined {
  const found = () => [process.env.CHROME_PATH, ...CHROMIUM_PATHS].find((path) => path && existsSync(path));
  const isInstalled = () => ["chromium-headless-shell", "chromium"].some((name) => installPackages([name]));
  return found() ?? (isInstalled() ? found() : undefined);
}

function findPostgres(): string | undefined {
  const base = "/usr/lib/postgresql";
  const versions = existsSync(base) ? readdirSync(base).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(base, version, "bin")),
    "/opt/homebrew/bin",
    "/usr/local/bin",
    "/usr/bin",
  ];
  return folders.find((folder) => existsSync(join(folder, "initdb")));
}

/** Only as root, on Debian-based systems. */
function installPackages(names: string[]): boolean {
  if (process.getuid?.() !== 0 || spawnSync("apt-get", ["--version"]).status !== 0) return false;
  console.log(`Installing ${names.join(", ")} from the system's packages`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  spawnSync("apt-get", ["update"], { env, stdio: "ignore" });
  return (
    spawnSync("apt-get", ["install", "-y", "--no-install-recommends", ...names], { env, stdio: "ignore" }).status === 0
  );
}

/** As root, servers run as `nobody`. */
function unprivilegedUser(): { uid?: number; gid?: number } {
  return process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
}

function unprivilegedFolder(parent: string, name: string): string {
  const folder = join(parent, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid, gid } = unprivilegedUser();
  if (uid !== undefined && gid !== undefined) {
    chmodSync(parent, 0o755);
    chownSync(folder, uid, gid);
  }
  return folder;
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

async function answers(port: number, server: ChildProcess): Promise<boolean> {
  for (let attempt = 0; attempt < 200 && server.exitCode === null; attempt++) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false));
      socket.once("close", () => resolve(false));
      socket.once("connect", () => socket.destroy());
    });
    if (isOpen) return true;
    await sleep(50);
  }
  return false;
}

/** The port opens before the server accepts sessions. */
async function untilReady(psql: string, port: number): Promise<void> {
  const args = ["-h", "127.0.0.1", "-p", String(port), "-U", "tessera", "-d", "postgres", "-c", "select 1"];
  for (let attempt = 0; attempt < 100 && spawnSync(psql, args).status !== 0; attempt++) await sleep(50);
}

function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    if (server.exitCode !== null) return resolve();
    server.once("exit", () => resolve());
    server.kill(signal);
  });
}
