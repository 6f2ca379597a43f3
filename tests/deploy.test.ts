import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { importsOf, isTest, ROOT, sourceFiles } from "./source.ts";

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const source = sourceFiles("src").filter(({ path }) => !isTest(path));

const ENTRY_FILES = /^src\/(main-(server|worker|cli)|.*\/(\w+-)*(child|thread))\.ts$/;

const LOADED =
  /(?:^(?:import|export)\s(?!type\b)[^;"]*?from |^import |(?<!typeof )\b(?:import|require|require\.resolve|createRequire\(import\.meta\.url\))\()"([@a-z][^" ]*)"/gm;

function packagesOnServers(): Set<string> {
  const files = new Map(source.map((file) => [file.path, file]));
  const seen = new Set<string>();
  const packages = new Set<string>();
  const left = [...files.keys()].filter((path) => ENTRY_FILES.test(path));
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    const file = files.get(path);
    if (!file || seen.has(path)) continue;
    seen.add(path);
    for (const [, name = ""] of file.text.matchAll(LOADED)) {
      if (!isBuiltin(name)) packages.add(name.split("/", name.startsWith("@") ? 2 : 1).join("/"));
    }
    left.push(...importsOf(file).flatMap((one) => (one.isType ? [] : [one.path])));
  }
  return packages;
}

describe("the image", () => {
  const dockerfile = read("deploy/Dockerfile");

  test("has the Node version that the product downloads for older systems", () => {
    const [, pinned] = /PINNED = "([\d.]+)"/.exec(read("scripts/runtime.mjs")) ?? [];
    const bases = [...dockerfile.matchAll(/^FROM node:([\d.]+)-/gm)].map(([, version]) => version);
    expect(bases).toEqual([pinned, pinned]);
  });

  test("starts a server and other processes", () => {
    const charts = ["servers", "workers"].map((name) => read(`deploy/helm/templates/${name}.yaml`));
    const programs = [dockerfile, ...charts].flatMap((text) => text.match(/src\/main-[\w-]+\.ts/g) ?? []);
    expect(programs).toHaveLength(3);
    expect(programs.filter((path) => !source.some((file) => file.path === path))).toEqual([]);
  });

  test("has every package that servers and workers load", () => {
    const { dependencies } = JSON.parse(read("package.json")) as { dependencies: Record<string, string> };
    const loaded = packagesOnServers();
    expect([...loaded]).toEqual(expect.arrayContaining(["fastify", "mysql2", "@bsull/augurs"]));
    expect([...loaded].filter((name) => !(name in dependencies))).toEqual([]);
  });
});

describe("documented settings", () => {
  const known = new Set(source.flatMap(({ text }) => text.match(/\bTESSERA_[A-Z_]+\b/g) ?? []));

  test.each([
    "deploy/Dockerfile",
    "deploy/compose.yaml",
    "deploy/helm/values.yaml",
    "deploy/helm/templates/_names.tpl",
    "docs/deployment.md",
    "README.md",
  ])("%s only has existing ones", (path) => {
    const named = new Set(read(path).match(/\bTESSERA_[A-Z_]+\b/g));
    const ofTests = [...named].filter((name) => name.startsWith("TESSERA_TEST_"));
    expect(named.size).toBeGreaterThan(ofTests.length);
    expect([...named].filter((name) => !known.has(name) && !ofTests.includes(name))).toEqual([]);
  });
});

test("alert rules and the Grafana dashboard only use metrics that exist", () => {
  const metrics = read("src/server/metrics/metrics.ts");
  const own = [...metrics.matchAll(/"(tessera_\w+)"/g)].map(([, name = ""]) => name);
  const files = ["alerts.yml", "grafana-dashboard.json"].map((name) => read(`deploy/prometheus/${name}`)).join("\n");
  const used = new Set([...files.matchAll(/\btessera_\w+/g)].map(([name]) => name.replace(/_(bucket|count|sum)$/, "")));
  expect(used.size).toBeGreaterThan(5);
  expect([...used].filter((name) => !own.includes(name))).toEqual([]);
  const documented = [...read("docs/deployment.md").matchAll(/^\| `(tessera_\w+)` \|/gm)].map(([, name]) => name);
  expect(documented.toSorted()).toEqual(own.toSorted());
});

test("compose servers wait for the store and Redis, and don't start without secrets", () => {
  const { services } = parseYaml(read("deploy/compose.yaml")) as {
    services: Record<string, { depends_on?: Record<string, unknown>; environment?: Record<string, string> }>;
  };
  const { depends_on = {}, environment = {} } = services.tessera ?? {};
  expect(Object.keys(depends_on).every((name) => name in services)).toBe(true);
  expect(environment.TESSERA_SECRET_KEY).toMatch(/^\$\{TESSERA_SECRET_KEY:\?/);
  expect(environment.TESSERA_DATABASE_URL).toMatch(/\$\{POSTGRES_PASSWORD:\?/);
  expect(services.postgres?.environment?.POSTGRES_PASSWORD).toMatch(/^\$\{POSTGRES_PASSWORD:\?/);
});

test("OpenTelemetry is loaded only by one module, on demand", () => {
  const loading = source.filter(({ text }) => text.includes('"@opentelemetry/')).map(({ path }) => path);
  expect(loading).toEqual(["src/server/tracing/otlp.ts"]);
  const imports = source.flatMap(({ path, text }) => (/from "[./\w-]*\/otlp\.ts"/.test(text) ? [path] : []));
  expect(imports).toEqual([]);
  expect(read("src/server/start/create-app.ts")).toContain('await import("../tracing/otlp.ts")');
});
