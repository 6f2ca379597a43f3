import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { type Service, startClickHouse, startMariaDb, startPostgres, startRedis } from "./services.ts";

/**
 * A server that some tests require. Tests find it by an environment variable and fail without it: nothing is skipped.
 */
export interface TestService {
  name: string;
  variable: string;
  start(folder: string): Promise<Service | string>;
  isNeededBy(paths: readonly string[]): boolean;
}

const service = (name: string, variable: string, start: TestService["start"]): TestService => ({
  name,
  variable,
  start,
  isNeededBy: (paths) => paths.flatMap(testFilesIn).some((file) => mentions(file, variable, new Set())),
});

export const TEST_SERVICES: readonly TestService[] = [
  service("Tests on Redis", "TESSERA_TEST_REDIS_URL", startRedis),
  service("Tests of the PostgreSQL connector", "TESSERA_TEST_POSTGRES_URL", startPostgres),
  service("Tests of the MySQL and MariaDB connector", "TESSERA_TEST_MARIADB_URL", startMariaDb),
  service("Tests of the ClickHouse connector", "TESSERA_TEST_CLICKHOUSE_URL", startClickHouse),
];

/** Servers whose variables are set aren't started. `missing`: which ones couldn't be started, and why. */
export async function startServices(
  folder: string,
  services: readonly TestService[],
): Promise<{ env: Record<string, string>; missing: string[]; stop(): Promise<void> }> {
  const env: Record<string, string> = {};
  const missing: string[] = [];
  const running: Service[] = [];
  const outcomes = await Promise.all(
    services.map(async ({ variable, start }): Promise<Service | string> => {
      const setting = process.env[variable];
      return setting ? { url: setting, stop: async () => undefined } : start(folder);
    }),
  );
  for (const [i, { name, variable }] of services.entries()) {
    const started = outcomes[i];
    if (typeof started === "object") {
      running.push(started);
      env[variable] = started.url;
    } else missing.push(`${name}: ${started}`);
  }
  return { env, missing, stop: async () => void (await Promise.all(running.map((one) => one.stop()))) };
}

function testFilesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => join(path, name));
}

const IMPORT = /from "(\.[^"]+)"/g;

/** Follows imports only among tests and their helpers: nothing else reads these variables. */
function mentions(file: string, word: string, seen: Set<string>): boolean {
  if (seen.has(file) || !existsSync(file)) return false;
  seen.add(file);
  const text = readFileSync(file, "utf8");
  if (text.includes(word)) return true;
  return [...text.matchAll(IMPORT)]
    .map(([, path = ""]) => normalize(join(dirname(file), path)))
    .filter((path) => path.startsWith(join("src", "testing")) || path.startsWith("e2e"))
    .some((path) => mentions(path, word, seen));
}
