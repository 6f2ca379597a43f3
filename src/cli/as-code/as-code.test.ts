import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { until } from "../../testing/waits.ts";
import { runCommand } from "./run.ts";

let server: TestServer;
let data: SampleData;
let admin: TestClient;
let token = "";
let folder = "";
let printed: string[] = [];

beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
  const key = await admin.post<{ result: { key: string } }>("/api/v1/security/api_keys/", { name: "deploy" });
  token = key.body.result.key;
});
afterAll(() => server.stop());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tessera-as-code-"));
  printed = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Running {
  env?: Record<string, string>;
  signal?: AbortSignal;
}

function run(args: string, { env = {}, signal }: Running = {}): Promise<number> {
  const [word = "", ...rest] = args.split(" ");
  const print = (line: string) => void printed.push(line);
  return runCommand({
    args: [word, folder, "--url", server.url, "--token", token, ...rest.filter((one) => one !== "")],
    ...{ env, root: process.cwd(), print, printError: print },
    ...(signal && { signal }),
  });
}

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

const variable = (name: string) => `\${${name}}`;
const output = () => printed.join("\n");
const read = (path: string) => readFileSync(join(folder, path), "utf8");
function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
const edit = (path: string, from: string | RegExp, to: string) => write(path, read(path).replace(from, to));

async function createChart(slice_name: string): Promise<number> {
  const body = { slice_name, viz_type: "table", datasource_id: data.carsId, datasource_type: "table" };
  return (await admin.post<Json>("/api/v1/chart/", { ...body, params: '{"row_limit":10}' })).body.id;
}
const chart = async (id: number) => (await admin.get<Json>(`/api/v1/chart/${id}`)).body.result;
const rename = (id: number, slice_name: string) => admin.put(`/api/v1/chart/${id}`, { slice_name });

function fileOf(start: string): string {
  const [kind = "", name = ""] = start.split("/");
  const found = readdirSync(join(folder, kind)).find((file) => file.startsWith(name));
  return `${kind}/${found}`;
}

describe("pull, plan and apply", () => {
  test("a folder that was pulled has nothing to do", async () => {
    await createChart("Pulled");
    expect(await run("pull")).toBe(0);
    expect(read("metadata.yaml")).toContain("version: 1.0.0");
    expect(read(fileOf("charts/Pulled"))).toContain("slice_name: Pulled");
    expect(await run("plan")).toBe(0);
    expect(output()).toContain("Nothing to do");
  });

  test("an edit is planned field by field with exit code 2, and applied", async () => {
    const id = await createChart("Edited");
    await run("pull");
    const path = fileOf("charts/Edited");
    edit(path, "slice_name: Edited", "slice_name: Renamed # as agreed");
    edit(path, "row_limit: 10", "row_limit: 20");
    expect(await run("plan")).toBe(2);
    expect(output()).toContain(`~ chart "Renamed" (renamed from "Edited") ${path}`);
    expect(output()).toContain("params.row_limit: 10 -> 20");
    expect(output()).toContain("owners: Admin User");
    expect((await chart(id)).slice_name).toBe("Edited");
    expect(output()).toContain("1 to change.");
    printed = [];
    expect(await run("apply")).toBe(0);
    expect(printed.at(-1)).toBe("1 changed.");
    expect((await chart(id)).slice_name).toBe("Renamed");
    expect(read(path)).toContain("slice_name: Renamed # as agreed");
    expect(await run("plan")).toBe(0);
  });

  test("--json lists the same changes for programs", async () => {
    await createChart("For programs");
    await run("pull");
    edit(fileOf("charts/For_programs"), "row_limit: 10", "row_limit: 11");
    printed = [];
    expect(await run("plan --json")).toBe(2);
    expect(JSON.parse(output())).toMatchObject({
      items: [{ kind: "chart", action: "change", fields: [{ field: "params.row_limit", before: 10, after: 11 }] }],
      moved: [],
    });
  });

  test("a file that is moved stays the same object", async () => {
    await createChart("Moved");
    await run("pull");
    const path = fileOf("charts/Moved");
    mkdirSync(join(folder, "charts/sales"));
    renameSync(join(folder, path), join(folder, "charts/sales/moved.yaml"));
    expect(await run("plan")).toBe(0);
    expect(output()).toContain(`moved from ${path} to charts/sales/moved.yaml`);
    await run("apply");
    await run("pull");
    expect(existsSync(join(folder, path))).toBe(false);
  });

  test("deleted files delete their objects only with --prune", async () => {
    const id = await createChart("Deleted");
    await run("pull");
    rmSync(join(folder, fileOf("charts/Deleted")));
    expect(await run("plan")).toBe(0);
    expect(await run("plan --prune")).toBe(2);
    expect(output()).toContain('- chart "Deleted"');
    await run("apply --prune");
    expect((await admin.get(`/api/v1/chart/${id}`)).status).toBe(404);
  });

  test("problems name their files, and nothing is changed", async () => {
    await run("pull");
    write("css_templates/fine.yaml", "template_name: Fine\ncss: a {}\n");
    write("charts/bad.yaml", "slice_name: Bad\nuuid: 3fa85f64-5717-4562-b3fc-2c963f66afa6\nversion: 1.0.0\n");
    expect(await run("apply")).toBe(1);
    expect(output()).toContain("charts/bad.yaml: viz_type");
    write("charts/bad.yaml", "slice_name: [");
    expect(await run("apply")).toBe(1);
    expect(output()).toMatch(/^charts\/bad\.yaml:1:14: \w/m);
    expect(output()).not.toContain("{");
    const templates = await admin.get<Json>("/api/v1/css_template/");
    expect(templates.body.result.map((one: Json) => one.template_name)).not.toContain("Fine");
  });

  test("an export unpacked into a folder is a valid one", async () => {
    const id = await createChart("Exported");
    await run("pull");
    const other = mkdtempSync(join(tmpdir(), "tessera-export-"));
    const path = fileOf("charts/Exported");
    cpSync(folder, join(other, "chart_export_20260101"), { recursive: true });
    rmSync(join(other, "chart_export_20260101/.tessera"), { recursive: true });
    folder = other;
    expect(await run("plan")).toBe(0);
    edit(`chart_export_20260101/${path}`, "row_limit: 10", "row_limit: 30");
    expect(await run("apply")).toBe(0);
    expect(JSON.parse((await chart(id)).params).row_limit).toBe(30);
  });

  test("wrong usage names the option and fails, and help succeeds", async () => {
    expect(await run("plan --mange")).toBe(1);
    expect(printed[0]).toBe("Unknown option --mange. Did you mean --manage?");
    expect(output()).toContain("tessera plan DIR");
    expect(output()).not.toContain("tessera watch");
    expect(await run("apply extra")).toBe(1);
    expect(output()).toContain("Unexpected argument extra");
    printed = [];
    expect(await run("plan --help")).toBe(0);
    expect(output()).toContain("[--manage]");
  });

  test.each(["plan", "apply", "watch"])("%s needs a folder that exists", async (word) => {
    folder = join(folder, "typo");
    expect(await run(word)).toBe(1);
    expect(printed).toEqual([`${folder}: no such folder`]);
    expect(existsSync(folder)).toBe(false);
  });

  test("a broken file of variables is said with its place", async () => {
    write("env/production.yaml", "STAGE: prod\nLIMIT: [\n");
    expect(await run("plan --env production")).toBe(1);
    expect(printed).toHaveLength(1);
    expect(output()).toMatch(/env\/production\.yaml:\d+:\d+: \w/);
  });

  test("the order of metrics and columns is no change, and a changed one is named", async () => {
    await run("pull");
    const names = readdirSync(join(folder, "datasets"), { recursive: true, encoding: "utf8" });
    const path = `datasets/${names.find((name) => /\bcars[^/]*\.yaml$/.test(name))}`;
    const address = `/api/v1/dataset/${data.carsId}`;
    const metrics = ["a", "b"].map((name) => ({ metric_name: name, expression: `SUM(Cylinders) /* ${name} */` }));
    expect((await admin.put(address, { metrics })).status).toBe(200);
    await run("pull");
    const stored = (await admin.get<Json>(address)).body.result.metrics as { id: number; metric_name: string }[];
    const reordered = stored.map(({ id, metric_name }) => ({
      id,
      metric_name,
      expression: `SUM(Cylinders) /* ${metric_name} */`,
    }));
    expect((await admin.put(address, { metrics: reordered.toReversed() })).status).toBe(200);
    const now = (await admin.get<Json>(address)).body.result.metrics as { metric_name: string }[];
    expect(now.map(({ metric_name }) => metric_name)).toEqual(["b", "a"]);
    printed = [];
    expect(await run("plan")).toBe(0);
    expect(output()).toContain("Nothing to do");
    rmSync(join(folder, ".tessera"), { recursive: true });
    expect(await run("plan")).toBe(0);
    edit(path, "SUM(Cylinders) /* a */", "MAX(Cylinders)");
    expect(await run("plan")).toBe(2);
    expect(output()).toContain('metrics.a.expression: "SUM(Cylinders) /* a */" -> "MAX(Cylinders)"');
  });

  test("--manage is planned and reported for objects that don't change", async () => {
    const id = await createChart("To manage");
    await run("pull");
    const path = fileOf("charts/To_manage");
    printed = [];
    expect(await run("plan --manage")).toBe(2);
    const source = basename(folder);
    expect(output()).toContain(`= chart "To manage": managed by ${source}/${path}`);
    expect(printed.at(-1)).toMatch(/^\d+ to manage\.$/);
    expect((await chart(id)).is_managed_externally).toBe(false);
    const count = printed.filter((line) => line.startsWith("= ")).length;
    printed = [];
    expect(await run("apply --manage")).toBe(0);
    expect(printed.at(-1)).toBe(`${count} now managed.`);
    expect((await chart(id)).is_managed_externally).toBe(true);
    printed = [];
    expect(await run("plan --manage")).toBe(0);
    expect(output()).toContain("Nothing to do");
  });

  test("charts don't get a type that doesn't exist, unless it is allowed", async () => {
    const id = await createChart("Typed");
    await run("pull");
    edit(fileOf("charts/Typed"), /viz_type: table/g, "viz_type: nonsense");
    for (const word of ["plan", "apply"]) {
      expect(await run(word)).toBe(1);
      expect(output()).toContain("viz_type: Chart type “nonsense” doesn't exist.");
    }
    expect((await chart(id)).viz_type).toBe("table");
    expect(await run("apply --allow-unknown-types")).toBe(0);
    expect((await chart(id)).viz_type).toBe("nonsense");
    edit(fileOf("charts/Typed"), "slice_name: Typed", "slice_name: Still typed");
    expect(await run("apply")).toBe(0);
    await admin.delete(`/api/v1/chart/${id}`);
  });

  test("a wrong key or server is said in a sentence", async () => {
    const print = (line: string) => void printed.push(line);
    const line = { env: {}, root: "", print, printError: print };
    const wrong = ["plan", folder, "--url", server.url, "--token", "sst_wrong"];
    expect(await runCommand({ ...line, args: wrong })).toBe(1);
    expect(await runCommand({ ...line, args: ["plan", folder, "--url", "http://127.0.0.1:9", "--token", "x"] })).toBe(
      1,
    );
    expect(output()).toContain("http://127.0.0.1:9 can't be reached");
    expect(await runCommand({ ...line, args: ["plan", folder] })).toBe(1);
    expect(await runCommand({ ...line, args: ["plan"] })).toBe(1);
    expect(output()).toContain("Missing: DIR");
  });
});

describe("edits on both sides", () => {
  test("are merged field by field, and the file keeps its comments", async () => {
    const id = await createChart("Both");
    await run("pull");
    const path = fileOf("charts/Both");
    edit(path, "row_limit: 10", "row_limit: 12 # ours");
    await rename(id, "Theirs");
    expect(await run("apply")).toBe(0);
    expect(await chart(id)).toMatchObject({ slice_name: "Theirs" });
    expect(JSON.parse((await chart(id)).params).row_limit).toBe(12);
    expect(read(path)).toContain("slice_name: Theirs");
    expect(read(path)).toContain("row_limit: 12 # ours");
  });

  test("pull keeps own changes that weren't applied as changes", async () => {
    const id = await createChart("Pending");
    await run("pull");
    const path = fileOf("charts/Pending");
    edit(path, "row_limit: 10", "row_limit: 13");
    await rename(id, "Pending 2");
    await run("pull");
    expect(read(path)).toContain("slice_name: Pending 2");
    await rename(id, "Pending 3");
    await run("pull");
    expect(read(path)).toContain("row_limit: 13");
    expect(read(path)).toContain("slice_name: Pending 3");
    expect(await run("plan")).toBe(2);
    expect(output()).toContain("params.row_limit: 10 -> 13");
  });

  test.each([
    ["--ours", "Ours"],
    ["--theirs", "Theirs"],
  ])("of the same field are a conflict that %s decides", async (choice, name) => {
    const id = await createChart("Conflict");
    await run("pull");
    const path = fileOf("charts/Conflict");
    edit(path, "slice_name: Conflict", "slice_name: Ours");
    await rename(id, "Theirs");
    expect(await run("apply")).toBe(1);
    expect(output()).toContain('slice_name: here "Ours", on the server "Theirs"');
    expect((await chart(id)).slice_name).toBe("Theirs");
    expect(read(path)).toContain("slice_name: Ours");
    expect(await run(`apply ${choice}`)).toBe(0);
    expect((await chart(id)).slice_name).toBe(name);
    expect(read(path)).toContain(`slice_name: ${name}`);
    await admin.delete(`/api/v1/chart/${id}`);
  });
});

describe("variables and secrets", () => {
  test("variables come from the environment, env/NAME.yaml and --var, and stay in the file", async () => {
    const id = await createChart("Variables");
    await run("pull");
    const path = fileOf("charts/Variables");
    edit(path, "slice_name: Variables", `slice_name: "Variables ${variable("STAGE")}"`);
    edit(path, "row_limit: 10", `row_limit: ${variable("LIMIT")}`);
    expect(await run("plan")).toBe(1);
    expect(output()).toContain("no value for STAGE, LIMIT");
    write("env/production.yaml", "STAGE: prod\nLIMIT: 50\n");
    expect(await run("apply --env production")).toBe(0);
    expect((await chart(id)).slice_name).toBe("Variables prod");
    expect(JSON.parse((await chart(id)).params).row_limit).toBe(50);
    expect(await run("plan --env production")).toBe(0);
    expect(await run("plan --env production --var STAGE=test")).toBe(2);
    await run("pull --env production");
    expect(read(path)).toContain(`Variables ${variable("STAGE")}`);
    await admin.delete(`/api/v1/chart/${id}`);
  });

  test("secrets come from the environment and are never written", async () => {
    write(
      "databases/warehouse.yaml",
      [
        "database_name: Warehouse",
        `sqlalchemy_uri: postgresql://reader:${variable("secret:WAREHOUSE_PASSWORD")}@127.0.0.1:5432/shop`,
        "uuid: 7fa85f64-5717-4562-b3fc-2c963f66afa6",
        "version: 1.0.0\n",
      ].join("\n"),
    );
    expect(await run("apply --var WAREHOUSE_PASSWORD=x")).toBe(1);
    expect(output()).toContain("no value for secret:WAREHOUSE_PASSWORD");
    const env = { WAREHOUSE_PASSWORD: "hunter2-hunter2" };
    expect(await run("apply", { env })).toBe(0);
    await run("pull", { env });
    expect(read("databases/warehouse.yaml")).toContain(variable("secret:WAREHOUSE_PASSWORD"));
    const texts = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
    expect(texts.join("\n")).not.toContain("hunter2");
    expect(await run("plan", { env })).toBe(0);
  });
});

describe("watch", () => {
  async function watching(work: () => Promise<void>): Promise<void> {
    const stop = new AbortController();
    const running = run("watch", { signal: stop.signal });
    try {
      await until(() => output().includes("Watching"));
      await work();
    } finally {
      stop.abort();
      await running;
    }
  }

  test("applies saved files and writes changes of the interface, keeping comments", async () => {
    const id = await createChart("Watched");
    await run("pull");
    const path = fileOf("charts/Watched");
    await watching(async () => {
      edit(path, "row_limit: 10", "row_limit: 21 # by hand");
      await until(async () => JSON.parse((await chart(id)).params).row_limit === 21);
      await rename(id, "Watched in the interface");
      await until(() => read(path).includes("slice_name: Watched in the interface"));
      expect(read(path)).toContain("row_limit: 21 # by hand");
    });
    expect(await run("plan")).toBe(0);
    await admin.delete(`/api/v1/chart/${id}`);
  });

  test("goes on after a file with a mistake", async () => {
    const id = await createChart("Mistaken");
    await run("pull");
    const path = fileOf("charts/Mistaken");
    await watching(async () => {
      const good = read(path);
      write(path, "slice_name: [");
      await until(() => output().includes(`${path}:1:14: `));
      write(path, good.replace("row_limit: 10", "row_limit: 22"));
      await until(async () => JSON.parse((await chart(id)).params).row_limit === 22);
    });
  });
});
