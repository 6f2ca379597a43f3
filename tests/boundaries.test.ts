import { describe, expect, test } from "vitest";
import { importsOf, isTest, type SourceFile, sourceFiles } from "./source.ts";

/**
 * Imports point one way and siblings never import each other: the table of docs/architecture.md as code.
 * A place is the folder that counts as one unit: `api/chart`, `pages/home`, `chart-types/pie`, or a top folder.
 */

const UNITS = ["api", "pages", "chart-types"];

/** What each folder may import, beside itself. `x/*` are the units inside x; `x` the files directly in it. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  "main-server.ts": ["api", "api/*", "server", "connectors", "query", "model"],
  "main-worker.ts": ["api", "server"],
  "main-cli.ts": ["api/*"],
  "main-web.tsx": ["pages", "web", "ui", "model"],
  api: ["api/*", "server", "model"],
  "api/*": ["server", "connectors", "query", "chart-types", "model"],
  pages: ["pages/*"],
  "pages/*": ["pages", "web", "ui", "editor", "chart-types", "chart-kit", "query", "model"],
  web: ["pages", "ui", "chart-types", "chart-kit", "query", "model"],
  "chart-types": ["chart-types/*", "chart-kit", "query", "model"],
  "chart-types/*": ["chart-types", "chart-kit", "query", "model"],
  "chart-kit": ["chart-types", "query", "model", "ui"],
  connectors: ["query", "model"],
  server: ["model"],
  editor: ["model"],
  query: ["model"],
  ui: [],
  model: [],
};

const files = sourceFiles("src").filter((file) => !isTest(file.path));

function placeOf(path: string): { kind: string; unit: string } {
  const [, top = "", second = "", third] = path.split("/");
  if (!second) return { kind: top, unit: top };
  if (UNITS.includes(top)) {
    return third === undefined ? { kind: top, unit: top } : { kind: `${top}/*`, unit: `${top}/${second}` };
  }
  return { kind: top, unit: top };
}

/** A resource of several collections has a contract for each kind, e.g. `accounts-contract.ts`. */
const CONTRACT = /\/([a-z-]+-)?contract\.ts$/;

/** Undefined when the import is fine, else why not. */
function objection(from: string, to: string): string | undefined {
  const source = placeOf(from);
  const target = placeOf(to);
  if (source.unit === target.unit) return undefined;
  if (CONTRACT.test(from)) return target.kind === "model" ? undefined : "a contract may import model only";
  if (CONTRACT.test(to) && ["pages/*", "web"].includes(source.kind)) return undefined;
  if (source.kind === "api/*" && target.kind === "api/*") {
    return /\/(index|contract)\.ts$/.test(to) ? undefined : "another resource only through its index.ts";
  }
  if (source.kind === target.kind) return "siblings never import each other";
  if (source.kind === "api/*" && to.startsWith("src/chart-types/") && to.endsWith("x")) return "definitions only";
  if (source.kind === "chart-kit" && target.kind === "ui") {
    return /\/(theme|tokens)[\w.-]*\.(ts|json)$/.test(to) ? undefined : "chart-kit reads ui's tokens only";
  }
  if (source.kind === "chart-kit" && target.kind === "chart-types") {
    return /\/(chart-type|control|define)\.ts$/.test(to) ? undefined : "chart-kit knows the seam, not the types";
  }
  return ALLOWED[source.kind]?.includes(target.kind) ? undefined : `${source.kind} may not import ${target.kind}`;
}

describe("imports", () => {
  test("every source file has a place in the table", () => {
    const homeless = files.filter((file) => !(placeOf(file.path).kind in ALLOWED));
    expect(homeless.map((file) => file.path)).toEqual([]);
  });

  test("point one way", () => {
    const wrong = files.flatMap((file) =>
      importsOf(file).flatMap(({ path }) => {
        const why = objection(file.path, path);
        return why ? [`${file.path} -> ${path}: ${why}`] : [];
      }),
    );
    expect(wrong).toEqual([]);
  });

  test("the rule itself refuses what it should", () => {
    expect(objection("src/model/chart.ts", "src/server/app.ts")).toBeDefined();
    expect(objection("src/pages/home/Home.tsx", "src/pages/explore/Explore.tsx")).toBeDefined();
    expect(objection("src/pages/home/Home.tsx", "src/api/chart/store.ts")).toBeDefined();
    expect(objection("src/pages/home/Home.tsx", "src/api/chart/contract.ts")).toBeUndefined();
    expect(objection("src/api/chart/routes.ts", "src/api/dataset/store.ts")).toBeDefined();
    expect(objection("src/chart-types/pie/pie.ts", "src/chart-types/table/table.ts")).toBeDefined();
  });

  test("have no cycles", () => {
    expect(findCycle(files)).toBeUndefined();
  });

  test("folders are at most four deep and have telling names", () => {
    const banned = /\/(utils?|helpers?|common|lib|misc|managers?|info)(\/|\.tsx?$)/;
    expect(files.map((file) => file.path).filter((path) => path.split("/").length > 5 || banned.test(path))).toEqual(
      [],
    );
  });
});

/** The first cycle of imports that run at load time, as a list of paths. */
function findCycle(all: readonly SourceFile[]): string[] | undefined {
  const graph = new Map(
    all.map((file) => [
      file.path,
      importsOf(file)
        .filter((i) => !i.isType && !i.isLazy)
        .map((i) => i.path),
    ]),
  );
  const done = new Set<string>();
  const visit = (path: string, trail: string[]): string[] | undefined => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
    if (done.has(path)) return undefined;
    for (const next of graph.get(path) ?? []) {
      const cycle = visit(next, [...trail, path]);
      if (cycle) return cycle;
    }
    done.add(path);
    return undefined;
  };
  for (const path of graph.keys()) {
    const cycle = visit(path, []);
    if (cycle) return cycle;
  }
  return undefined;
}
