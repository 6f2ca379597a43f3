import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readFolder } from "../api/bundle/folder.ts";
import { lockHome } from "../server/store/home-lock.ts";
import { runCommand } from "./command.ts";

const ROOT = process.cwd();
let folder: string;
let printed: string[];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tessera-cli-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => {
  printed = [];
});

function run(home: string, ...args: string[]): Promise<number> {
  const print = (line: string) => void printed.push(line);
  return runCommand({ args, env: { TESSERA_HOME: join(folder, home) }, root: ROOT, print, printError: print });
}

function write(name: string, files: Record<string, string>): string {
  const path = join(folder, name);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(path, file, ".."), { recursive: true });
    writeFileSync(join(path, file), text);
  }
  return path;
}

const DATABASE = `database_name: examples
sqlalchemy_uri: duckdb:///examples.duckdb
uuid: a2dc77af-e654-49bb-b321-40f6b559a1ee
version: 1.0.0
`;
const DATASET = `table_name: births
schema: null
uuid: 14f48794-ebfa-4f60-a26a-582c49132f1b
data_file: data.parquet
metrics:
- metric_name: sum__num
  expression: SUM(num)
columns:
- column_name: ds
  is_dttm: true
  type: DATETIME
- column_name: num
  type: BIGINT
version: 1.0.0
database_uuid: a2dc77af-e654-49bb-b321-40f6b559a1ee
`;
const CHART = `slice_name: Trends
viz_type: line
params:
  granularity_sqla: ds
  metrics:
  - sum__num
  datasource: 3__table
  made_up: [1, 2]
uuid: 11111111-ebfa-4f60-a26a-582c49132f1b
version: 1.0.0
dataset_uuid: 14f48794-ebfa-4f60-a26a-582c49132f1b
x_unknown: kept
`;
const DASHBOARD = `dashboard_title: Births
slug: births
published: true
uuid: 22222222-ebfa-4f60-a26a-582c49132f1b
position:
  ROOT_ID: { id: ROOT_ID, type: ROOT, children: [GRID_ID] }
  GRID_ID: { id: GRID_ID, type: GRID, children: [CHART-1] }
  CHART-1: { id: CHART-1, type: CHART, children: [], meta: { chartId: 8, uuid: 11111111-ebfa-4f60-a26a-582c49132f1b } }
metadata:
  timed_refresh_immune_slices: [8]
  native_filter_configuration: []
version: 1.0.0
`;
const EXAMPLE = {
  "_shared/database.yaml": DATABASE,
  "_shared/metadata.yaml": "version: 1.0.0\ntype: assets\ntimestamp: '2026-01-01T00:00:00.000000+00:00'\n",
  "births/dataset.yaml": DATASET,
  "births/charts/Trends.yaml": CHART,
  "births/dashboard.yaml": DASHBOARD,
};
const QUERY = `schema: null
label: One
description: ""
sql: SELECT 1
uuid: 44444444-ebfa-4f60-a26a-582c49132f1b
version: 1.0.0
database_uuid: a2dc77af-e654-49bb-b321-40f6b559a1ee
`;

describe("the command line", () => {
  test("imports an example, and exports the same from every home folder", async () => {
    const example = write("example", EXAMPLE);
    expect(await run("one", "validate", example)).toBe(0);
    expect(await run("one", "import", example)).toBe(0);
    expect(printed.at(-1)).toBe(`Imported 4 objects from ${example}`);
    const [first, second] = [join(folder, "first"), join(folder, "second")];
    expect(await run("one", "export", first)).toBe(0);
    expect(await run("two", "import", first)).toBe(0);
    expect(await run("two", "export", second)).toBe(0);
    expect([...readFolder(second)]).toEqual([...readFolder(first)]);
    const files = readFolder(first);
    const chart = [...files].find(([path]) => path.startsWith("charts/"))?.[1] ?? "";
    expect(chart).toContain("viz_type: echarts_timeseries_line");
    expect(chart).toContain("x_axis: ds");
    expect(chart).toContain("x_unknown: kept");
    expect(files.get("metadata.yaml")).toContain("2026-01-01T00:00:00.000000+00:00");
    expect(await run("two", "import", second)).toBe(0);
    expect(await run("two", "export", second)).toBe(0);
    expect([...readFolder(second)]).toEqual([...readFolder(first)]);
  });

  test("keeps saved queries of all users, and overwrites them", async () => {
    const shared = {
      "_shared/database.yaml": DATABASE,
      "births/dataset.yaml": DATASET,
      "births/queries/One.yaml": QUERY,
    };
    const out = join(folder, "queries");
    expect(await run("eight", "import", write("asked", shared))).toBe(0);
    expect(await run("eight", "export", out)).toBe(0);
    const [path = "", text] = [...readFolder(out)].find(([name]) => name.startsWith("queries/")) ?? [];
    expect(text).toContain("sql: SELECT 1");
    writeFileSync(join(out, path), text?.replace("SELECT 1", "SELECT 2") ?? "");
    expect(await run("eight", "import", out)).toBe(0);
    expect(await run("eight", "export", out)).toBe(0);
    expect(readFolder(out).get(path)).toContain("sql: SELECT 2");
  });

  test("removes files of deleted objects, and writes to no other folder", async () => {
    const example = write("again", EXAMPLE);
    const out = join(folder, "out");
    await run("three", "import", example);
    await run("three", "export", out);
    writeFileSync(join(out, "charts", "Gone_1.yaml"), CHART);
    expect(await run("three", "export", out)).toBe(0);
    expect(readdirSync(join(out, "charts"))).toHaveLength(1);
    const foreign = write("foreign", { "notes.txt": "mine" });
    expect(await run("three", "export", foreign)).toBe(1);
    expect(printed.at(-1)).toContain("neither empty nor an export");
    expect(readFileSync(join(foreign, "notes.txt"), "utf8")).toBe("mine");
  });

  test("reports every problem by file, and then saves nothing", async () => {
    const broken = write("broken", {
      ...EXAMPLE,
      "births/charts/Nameless.yaml": CHART.replace("slice_name: Trends\n", ""),
      "births/charts/Lonely.yaml": CHART.replace(/dataset_uuid: 1/, "dataset_uuid: 9").replace("11111111", "33333333"),
    });
    expect(await run("four", "validate", broken)).toBe(1);
    expect(printed.join("\n")).toMatch(/charts\/births\/Nameless\.yaml: slice_name/);
    expect(printed.join("\n")).toMatch(/charts\/births\/Lonely\.yaml: dataset_uuid: Dataset does not exist/);
    expect(await run("four", "import", broken)).toBe(1);
    expect(await run("four", "export", join(folder, "nothing"))).toBe(0);
    expect([...readFolder(join(folder, "nothing")).keys()]).toEqual(["metadata.yaml"]);
  });

  test("asks for passwords, and accepts them from a file", async () => {
    const secret = write("secret", {
      ...EXAMPLE,
      "_shared/database.yaml": DATABASE.replace(
        "duckdb:///examples.duckdb",
        "postgresql://a:XXXXXXXXXX@db.example.org/x",
      ),
    });
    expect(await run("five", "import", secret)).toBe(1);
    expect(printed).toEqual(["databases/_shared.yaml: Must provide a password for the database"]);
    const file = join(folder, "secrets.json");
    writeFileSync(file, JSON.stringify({ passwords: { "databases/_shared.yaml": "pw" } }));
    expect(await run("five", "import", secret, "--secrets", file)).toBe(0);
    writeFileSync(file, "{");
    expect(await run("five", "import", secret, "--secrets", file)).toBe(1);
    expect(printed.at(-1)).toContain("valid JSON");
  });

  test("can export but not import while a server runs", async () => {
    const example = write("running", EXAMPLE);
    await run("six", "import", example);
    const unlock = lockHome(join(folder, "six"));
    expect(await run("six", "import", example)).toBe(1);
    expect(printed.at(-1)).toMatch(/Another Tessera server .* is using .*Stop it first/);
    expect(await run("six", "export", join(folder, "six-out"))).toBe(0);
    unlock();
    expect(await run("six", "import", example)).toBe(0);
  });

  test("returns exit codes with messages", async () => {
    for (const args of [[], ["export"], ["improt", "x"], ["import", "--sparse"], ["import", "a", "b"]]) {
      expect(await run("seven", ...args)).toBe(2);
    }
    expect(printed.at(-1)).toContain("Usage:");
    expect(await run("seven", "export", join(folder, "x"))).toBe(1);
    expect(printed.at(-1)).toContain("The home folder");
    expect(await run("seven", "validate", join(folder, "absent"))).toBe(1);
    expect(await run("seven", "validate", write("empty", { "a.txt": "" }))).toBe(1);
    const main = join(ROOT, "src", "main-cli.ts");
    const ended = spawnSync(process.execPath, [main, "validate", write("spawned", EXAMPLE)], { encoding: "utf8" });
    expect([ended.status, ended.stderr]).toEqual([0, ""]);
    expect(ended.stdout).toContain("is valid: 4 objects");
  });
});

test("installs drivers only for engines that have one to download", async () => {
  expect(await run("no-home", "drivers", "install", "postgresql")).toBe(1);
  expect(printed).toEqual(["postgresql needs no driver: only bigquery, mssql and snowflake do."]);
  expect(await run("no-home", "drivers", "remove", "mssql")).toBe(2);
});
