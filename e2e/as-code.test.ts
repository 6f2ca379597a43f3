import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningServer, signIn } from "../src/testing/stage.ts";
import { until } from "../src/testing/waits.ts";
import { bringAxe, seriousFindings } from "./axe.ts";
import { closePages, visit } from "./browser.ts";
import { startOwnServer } from "./server-url.ts";

const ROOT = join(import.meta.dirname, "..");
const DASHBOARD = "/superset/dashboard/weather-and-work/";
/** Its own, as managed objects can't be edited in the interface. */
let server: RunningServer;
let url: string;
let page: Page;
let problems: string[];
let folder: string;
let token: string;

beforeAll(async () => {
  server = await startOwnServer({});
  ({ url } = server);
  const visited = await visit();
  ({ page, problems } = visited);
  await bringAxe(visited.context);
  await signIn(page, url);
  token = (await send<{ result: { key: string } }>("POST", "security/api_keys/", { name: "as code" })).result.key;
  folder = mkdtempSync(join(tmpdir(), "tessera-analytics-"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await closePages();
  await server.stop();
});

async function send<T>(method: string, path: string, data?: object): Promise<T> {
  const { result } = await (await page.request.get(`${url}/api/v1/security/csrf_token/`)).json();
  const headers = { "x-csrftoken": result };
  const answer = await page.request.fetch(`${url}/api/v1/${path}`, { method, headers, ...(data && { data }) });
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
  return (await answer.json()) as T;
}

function start(...args: string[]): { child: ChildProcess; output(): string; exited: Promise<number | null> } {
  const env = { ...process.env, TESSERA_URL: url, TESSERA_TOKEN: token };
  const child = spawn(process.execPath, [join(ROOT, "src/main-cli.ts"), ...args], { env });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  return { child, output: () => output, exited };
}

async function run(...args: string[]): Promise<string> {
  const { output, exited } = start(...args);
  expect([await exited, output()]).toEqual([0, expect.any(String)]);
  return output();
}

const fileOf = (kind: string, name: string) => {
  const file = readdirSync(join(folder, kind)).find((each) => each.startsWith(name));
  if (!file) throw new Error(`no ${kind}/${name}`);
  return join(folder, kind, file);
};

test("a saved file is repainted on the open dashboard, and an edit in the interface comes back", async () => {
  await run("pull", folder);
  const { child, output, exited } = start("watch", folder);
  await until(async () => output().includes("Watching"));
  const socket = page.waitForEvent("websocket");
  await page.goto(`${url}${DASHBOARD}`);
  await page.getByText("mm in four years").waitFor();
  await socket;
  const file = fileOf("charts", "Precipitation");
  writeFileSync(file, readFileSync(file, "utf8").replace("mm in four years", "mm, as measured # by hand"));
  await page.getByText("mm, as measured").waitFor();
  const { result } = await send<{ result: { id: number; slice_name: string }[] }>(
    "GET",
    "chart/?q=(filters:!((col:slice_name,opr:eq,value:Precipitation)))",
  );
  await send("PUT", `chart/${result[0]?.id}`, { slice_name: "Rain" });
  await until(async () => readFileSync(file, "utf8").includes("slice_name: Rain"));
  expect(readFileSync(file, "utf8")).toContain("# by hand");
  await page.getByText("Rain", { exact: true }).waitFor();
  writeFileSync(file, readFileSync(file, "utf8").replace("slice_name: Rain", "slice_name: Precipitation"));
  await page.getByText("Precipitation", { exact: true }).waitFor();
  child.kill("SIGINT");
  expect(await exited).toBe(0);
  expect(problems).toEqual([]);
});

test("a managed dashboard says where it is edited until it is detached", async () => {
  await run("apply", folder, "--manage");
  await page.goto(`${url}${DASHBOARD}`);
  await page.getByRole("button", { name: "Edited in files" }).click();
  const note = page.getByRole("dialog", { name: "Edited in files" });
  await note.getByText(/tessera-analytics-\w+\/dashboards\/Weather_and_work_\d+\.yaml/).waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Edit", exact: true }).count()).toBe(0);
  expect(await seriousFindings(page)).toEqual([]);
  await note.getByRole("button", { name: "Detach" }).click();
  await page.getByRole("button", { name: "Edit", exact: true }).waitFor();
  expect(await page.getByRole("button", { name: "Edited in files" }).count()).toBe(0);
  expect(problems).toEqual([]);
});
