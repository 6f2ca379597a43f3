import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { importsOf, isTest, ROOT, type SourceFile, sourceFiles } from "./source.ts";

/** Import rules as in the table of docs/architecture.md: one direction, and no imports between siblings. */

interface Row {
  folders: readonly string[];
  canImport: readonly string[];
}

const TABLE = tableOf(readFileSync(join(ROOT, "docs/architecture.md"), "utf8"));

const files = sourceFiles("src").filter((file) => !isTest(file.path));

function tableOf(page: string): Row[] {
  const [, table = ""] = page.split("| Folder | May import |\n|---|---|\n");
  const rows = table.slice(0, table.indexOf("\n\n")).split("\n");
  const namesIn = (cell = "") => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
  return rows.map((row) => {
    const [, folders, canImport] = row.split("|");
    return { folders: namesIn(folders), canImport: namesIn(canImport) };
  });
}

function fits(pattern: string, path: string): boolean {
  const source = pattern
    .replace(/[.]/g, "\\.")
    .replace(/!\(([^)]*)\)/g, (_, not: string) => `(?!${not.replace("*", "[^/]*")}$)[^/]*`)
    .replace(/(?<!\])\*(?!\$)/g, "[^/]*");
  return new RegExp(`^${source}(/.*)?$`).test(path);
}

/**
 * The part of a path that its pattern matches, such as `api/chart` for `api/*`: a unit whose files can import each
 * other.
 */
function unitOf(pattern: string, path: string): string {
  return path.split("/").slice(0, pattern.split("/").length).join("/");
}

function placeOf(path: string): { row: Row; unit: string } | undefined {
  for (const row of TABLE) {
    const pattern = row.folders.find((one) => fits(one, path));
    if (pattern === undefined) continue;
    const isFiles = /\.\w+$/.test(pattern);
    return { row, unit: isFiles ? dirname(path) : unitOf(pattern, path) };
  }
  return undefined;
}

function objection(from: string, to: string): string | undefined {
  const [source, target] = [from, to].map((path) => path.replace(/^src\//, ""));
  const place = placeOf(source ?? "");
  if (!place || !target) return `${from} has no place in the table`;
  const isContract = /(^|-)contract\.ts$/.test(source?.split("/").pop() ?? "");
  const isOwn = target === place.unit || target.startsWith(`${place.unit}/`);
  if (isOwn && !isContract) return floorObjection(source ?? "", target);
  return place.row.canImport.some((pattern) => fits(pattern, target)) ? undefined : `${from} may not import ${to}`;
}

/** Layers of the server, lowest first. */
const FLOORS = ["config", "store", "auth", "rights", "http"];

function floorObjection(from: string, to: string): string | undefined {
  const [source, target] = [from, to].map((path) => FLOORS.indexOf(/^server\/(\w+)\//.exec(path)?.[1] ?? ""));
  if (source === undefined || target === undefined || source < 0 || target <= source) return undefined;
  return `${from} may not import ${to}: it is on a floor above`;
}

describe("imports", () => {
  test("every source file matches the table", () => {
    expect(files.filter((file) => !placeOf(file.path.slice(4))).map((file) => file.path)).toEqual([]);
  });

  test("follow the rules", () => {
    const wrong = files.flatMap((file) => importsOf(file).flatMap(({ path }) => objection(file.path, path) ?? []));
    expect(wrong).toEqual([]);
  });

  test.each([
    ["src/model/chart.ts", "src/server/app.ts"],
    ["src/pages/home/Home.tsx", "src/pages/explore/Explore.tsx"],
    ["src/pages/home/Home.tsx", "src/api/chart/store.ts"],
    ["src/pages/home/Home.tsx", "src/shell/Rail.tsx"],
    ["src/web/list-view/ListView.tsx", "src/features/upload/UploadDialog.tsx"],
    ["src/features/changes/ChangesTable.tsx", "src/features/versions/VersionsDialog.tsx"],
    ["src/api/chart/routes.ts", "src/api/dataset/store.ts"],
    ["src/api/chart/contract.ts", "src/api/chart/store.ts"],
    ["src/api/chart/routes.ts", "src/chart-types/pie/Renderer.tsx"],
    ["src/chart-types/pie/definition.ts", "src/chart-types/table/definition.ts"],
    ["src/chart-kit/table/column.ts", "src/chart-types/table/definition.ts"],
    ["src/connectors/trino/trino.ts", "src/connectors/mysql/mysql.ts"],
    ["src/server/store/stamp.ts", "src/server/auth/sessions.ts"],
  ])("the table rejects %s -> %s", (from, to) => {
    expect(objection(from, to)).toBeDefined();
  });

  test.each([
    ["src/pages/home/Home.tsx", "src/api/chart/contract.ts"],
    ["src/pages/home/Home.tsx", "src/pages/home/cards/Card.tsx"],
    ["src/api/chart/routes.ts", "src/api/dataset/index.ts"],
    ["src/api/chart/contract.ts", "src/model/chart.ts"],
    ["src/server/http/route.ts", "src/server/auth/sessions.ts"],
  ])("the table allows %s -> %s", (from, to) => {
    expect(objection(from, to)).toBeUndefined();
  });

  test("have no cycles at load time", () => {
    const atLoad = (file: SourceFile) => importsOf(file).filter((one) => !one.isType && !one.isLazy);
    expect(findCycle(new Map(files.map((file) => [file.path, atLoad(file).map(({ path }) => path)])))).toBeUndefined();
  });

  test("folders are at most four deep and have meaningful names", () => {
    const banned = /\/(utils?|helpers?|common|lib|misc|managers?|info)(\/|\.tsx?$)/;
    const paths = files.map((file) => file.path);
    expect(paths.filter((path) => path.split("/").length > 5 || banned.test(path))).toEqual([]);
  });
});

describe("cycles between folders", () => {
  test("don't exist between top folders, including types", () => {
    expect(circlesOf(files, (path) => path.split("/")[1] ?? "")).toEqual([]);
  });

  /** A folder's index (`index.ts`) imports its parts, which import its siblings. */
  test("are at most ten within them", () => {
    const folderOf = (path: string) => (path.endsWith("/index.ts") ? path : dirname(path));
    const circles = circlesOf(files, folderOf);
    expect(circles.length, circles.join("\n")).toBeLessThanOrEqual(MOST_CIRCLES);
  });
});

const MOST_CIRCLES = 10;

function circlesOf(all: readonly SourceFile[], folderOf: (path: string) => string): string[] {
  const arrows = new Set(
    all.flatMap((file) => importsOf(file).map(({ path }) => `${folderOf(file.path)} ${folderOf(path)}`)),
  );
  return [...arrows].filter((arrow) => {
    const [from = "", to = ""] = arrow.split(" ");
    return from < to && arrows.has(`${to} ${from}`);
  });
}

function findCycle(graph: ReadonlyMap<string, readonly string[]>): string[] | undefined {
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
