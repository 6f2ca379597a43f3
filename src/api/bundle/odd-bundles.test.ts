import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseYaml, toYaml } from "../../model/yaml.ts";
import { createZip } from "../../server/sheet/zip.ts";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { readArchive } from "./archive.ts";

let server: TestServer;
let data: SampleData;
let admin: TestClient;
let alpha: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  [admin, alpha] = [await server.as("admin"), await server.as("alpha")];
});
afterAll(() => server.stop());

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
type Content = string | Buffer;

async function zipOf(files: Readonly<Record<string, Content>>): Promise<Buffer> {
  async function* entries() {
    for (const [name, content] of Object.entries(files)) yield { name, content: [Buffer.from(content)] };
  }
  const pieces: Buffer[] = [];
  for await (const piece of createZip(entries())) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function send(
  noun: string,
  files: Readonly<Record<string, Content>>,
  fields: Record<string, string> = {},
  client = admin,
) {
  const { dry_run, ...texts } = fields;
  const form = new FormData();
  form.set("formData", new Blob([new Uint8Array(await zipOf(files))]), "bundle.zip");
  for (const [name, value] of Object.entries(texts)) form.set(name, value);
  const path = `/api/v1/${noun}/import/${dry_run ? "?dry_run=true" : ""}`;
  const answer = await client.fetch(path, { method: "POST", body: form });
  return { status: answer.status, body: (await answer.json()) as Json };
}

const problems = ({ body }: { body: Json }) => {
  const { issue_codes: _, ...rest } = body.errors[0].extra;
  return rest;
};
const metadata = (type: string) => toYaml({ version: "1.0.0", type });
const chart = (more: object = {}) => ({
  slice_name: "Odd",
  viz_type: "table",
  params: {},
  uuid: randomUUID(),
  version: "1.0.0",
  ...more,
});
const chartBundle = (text: Content) => ({ "metadata.yaml": metadata("Slice"), "charts/odd.yaml": text });

async function exportedCars(): Promise<{ paths: string[]; file: Json; all: Record<string, string> }> {
  const answer = await admin.fetch(`/api/v1/dataset/export/?q=!(${data.carsId})`);
  const files = await readArchive(Buffer.from(await answer.arrayBuffer()));
  const [path = ""] = [...files.keys()].filter((each) => each.startsWith("datasets/"));
  return { paths: [path], file: parseYaml(files.get(path) ?? "", path), all: Object.fromEntries(files) };
}

test("integers beyond 2^53 keep all digits, as text", async () => {
  const uuid = randomUUID();
  const params = "{adhoc_filters: [{comparator: 9007199254740993}], x: 12345678901234567890, y: 7}";
  const text = toYaml(chart({ uuid })).replace("params: {}", `params: ${params}`);
  expect((await send("chart", chartBundle(text))).status).toBe(200);
  const list = await admin.get<Json>("/api/v1/chart/?q=(page_size:100)");
  const { id } = list.body.result.find((each: Json) => each.slice_name === "Odd");
  const answer = await admin.fetch(`/api/v1/chart/export/?q=!(${id})`);
  const [[path, out] = ["", ""]] = [...(await readArchive(Buffer.from(await answer.arrayBuffer())))].filter(([each]) =>
    each.startsWith("charts/"),
  );
  const shown = await admin.get<Json>(`/api/v1/explore/?slice_id=${id}`);
  expect(shown.body.result.form_data.x).toBe("12345678901234567890");
  expect(parseYaml(out, path)).toMatchObject({
    params: { adhoc_filters: [{ comparator: "9007199254740993" }], x: "12345678901234567890", y: 7 },
  });
});

test("a dry run doesn't reveal that an inaccessible table has a dataset", async () => {
  const reader = await server.as("reader", ["Gamma"]);
  const { paths, file, all } = await exportedCars();
  const [path = ""] = paths;
  const requested = async (table_name: string) => {
    const text = toYaml({ ...file, uuid: randomUUID(), table_name });
    const files = { ...all, "metadata.yaml": metadata("Dashboard"), [path]: text };
    return send("dashboard", files, { dry_run: "true" }, reader);
  };
  const [there, nowhere] = [await requested("cars"), await requested("nowhere")];
  expect(there.status).toBe(422);
  expect(there).toEqual(nowhere);
});

test("files that aren't UTF-8 are rejected by name; UTF-16 with a byte order mark is accepted", async () => {
  const text = toYaml(chart({ slice_name: "Größe" }));
  const refused = await send("chart", chartBundle(Buffer.from(text, "latin1")));
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([422, expect.stringContaining("charts/odd.yaml")]);
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]);
  const { status, body } = await send("chart", chartBundle(utf16));
  expect([status, body.result?.items[0].name]).toEqual([200, "Größe"]);
});

test("unreadable files are rejected by name", async () => {
  const text = toYaml(chart());
  const broken = await send("chart", chartBundle(toYaml(chart({ params: "{not json" }))));
  expect([broken.status, problems(broken)]).toEqual([
    422,
    { "charts/odd.yaml": { params: ["Not a valid JSON object."] } },
  ]);
  const twice = await send("chart", chartBundle(`${text}---\n${toYaml(chart({ slice_name: "Second" }))}`));
  expect([twice.status, JSON.stringify(twice.body)]).toEqual([422, expect.stringContaining("multiple documents")]);
});

test("accepts entries that start with ./", async () => {
  const files = Object.fromEntries(
    Object.entries(chartBundle(toYaml(chart()))).map(([path, text]) => [`./r/${path}`, text]),
  );
  expect((await send("chart", files)).status).toBe(200);
});

test("rejects datasets with duplicate names by file, and accepts missing lists and odd currencies", async () => {
  const { paths, file, all } = await exportedCars();
  const [path = ""] = paths;
  const overwrite = { overwrite: "true", dry_run: "true" };
  const sent = (change: object) => send("dataset", { ...all, [path]: toYaml({ ...file, ...change }) }, overwrite);
  const twice = await sent({ columns: [...file.columns, file.columns[0]] });
  expect([twice.status, problems(twice)]).toEqual([
    422,
    { [path]: { columns: [`“${file.columns[0].column_name}” occurs twice`] } },
  ]);
  expect((await sent({ metrics: null })).status).toBe(200);
  const metric = { metric_name: "odd", expression: "count(*)" };
  expect((await sent({ metrics: [{ ...metric, currency: {} }] })).body.result.unused).toEqual([]);
  expect((await sent({ metrics: [{ ...metric, currency: "EUR" }] })).body.result.unused).toEqual([
    { file: path, text: "Invalid currency for metric “odd”" },
  ]);
});

test("reuses the existing dataset of a table, in dry runs too", async () => {
  const { paths, file, all } = await exportedCars();
  const [path = ""] = paths;
  const other = { ...all, [path]: toYaml({ ...file, uuid: randomUUID(), description: "Other" }) };
  const exists = "Dataset already exists and `overwrite=true` was not passed";
  expect((await send("dataset", other, { dry_run: "true" })).body.result.needs).toEqual({ [path]: exists });
  const refused = await send("dataset", other);
  expect([refused.status, problems(refused)]).toEqual([422, { [path]: exists }]);
  expect((await send("dataset", other, {}, alpha)).status).toBe(422);
  const second = { ...other, "datasets/samples/second.yaml": toYaml({ ...file, uuid: randomUUID() }) };
  const reported = await send("dataset", second, { overwrite: "True", dry_run: "true" });
  const done = await send("dataset", second, { overwrite: "True" });
  const items = done.body.result.items.map(({ id: _, ...item }: Json) => item);
  expect({ ...done.body.result, items }).toEqual(reported.body.result);
  expect(done.body.result.unused).toEqual([
    { file: expect.stringContaining("datasets/"), text: "Another file in this import uses the same table" },
  ]);
});
