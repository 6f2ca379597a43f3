import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PASSWORD, type RunningServer } from "../src/testing/stage.ts";
import { type Bench, openBench, quickDatasets } from "./bench.ts";
import { closePages, visit } from "./browser.ts";
import { handsOf, KEYS, MOUSE } from "./hands.ts";
import { startOwnServer } from "./server-url.ts";

const LIMIT = 2;

describe("a chart that fails to load", () => {
  let server: RunningServer;
  let bench: Bench;
  let page: Page;

  beforeAll(async () => {
    server = await startOwnServer({ TESSERA_WEB_TIMEOUT: String(LIMIT) });
    bench = await openBench(server.url);
    ({ page } = bench);
    page.setDefaultTimeout(30_000);
    await quickDatasets(page);
  });
  afterAll(async () => {
    await closePages();
    await server.stop();
  });

  const area = (on = page) => on.getByRole("region", { name: "Chart", exact: true });
  const tableOf = (dataset: number, column = "species") =>
    bench.send("POST", "/api/v1/chart/", {
      slice_name: `Refused ${column}`,
      viz_type: "table",
      datasource_id: dataset,
      datasource_type: "table",
      params: JSON.stringify({
        ...{ viz_type: "table", datasource: `${dataset}__table`, query_mode: "aggregate" },
        ...{ groupby: [column], metrics: ["count"] },
      }),
    });

  test.each(KEYS)("by %s: a query times out with a reason and is retried", async (kind) => {
    const { press } = handsOf(page, kind);
    const sql = "SELECT a.delay FROM flights a, flights b, flights c WHERE a.delay * b.delay - c.delay = 7";
    const { id } = await tableOf(await bench.makeDataset(`endless by ${kind}`, sql), "delay");
    await page.goto(`${server.url}/explore/?slice_id=${id}`);
    const alert = area().getByRole("alert");
    const late = async () => {
      await alert.getByText("Request timed out").waitFor();
      await alert.getByText(new RegExp(`\\b${LIMIT} seconds`)).waitFor();
      for (const code of [1000, 1001]) await alert.getByText(new RegExp(`Issue ${code}`)).waitFor();
    };
    await late();
    await press(/^Retry$/);
    await alert.waitFor({ state: "detached" });
    await late();
  });

  test.each(MOUSE)("by %s: a missing parameter is named, with a suggestion", async (kind) => {
    const sql = "SELECT * FROM penguins WHERE body_mass > {{ leest }}";
    const dataset = await bench.makeDataset(`asks by ${kind}`, "SELECT * FROM penguins");
    await bench.send("PUT", `/api/v1/dataset/${dataset}`, { sql, template_params: '{"leest": 3000}' });
    await bench.send("PUT", `/api/v1/dataset/${dataset}`, { template_params: '{"least": 3000}' });
    const { id } = await tableOf(dataset);
    await page.goto(`${server.url}/explore/?slice_id=${id}`);
    await area().getByText("leest: did you mean “least”?").waitFor();
    await bench.send("PUT", `/api/v1/dataset/${dataset}`, { template_params: '{"leest": 3000}' });
    await handsOf(page, kind).press(/^Retry$/);
    await area().getByText("Adelie").first().waitFor();
  });

  test.each(KEYS)("by %s: losing access to a dataset shows whom to ask", async (kind) => {
    const { id } = await tableOf(bench.idOf("penguins"));
    const person = await createReader(bench, `reader-${kind}`, `.[penguins](id:${bench.idOf("penguins")})`);
    const reader = await visit();
    reader.page.setDefaultTimeout(30_000);
    await reader.page.goto(`${server.url}/login/?next=${encodeURIComponent(`/explore/?slice_id=${id}`)}`);
    await reader.page.getByLabel("Username").fill(person.name);
    await reader.page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await reader.page.getByRole("button", { name: "Sign in" }).click();
    await area(reader.page).getByText("Adelie").first().waitFor();
    await person.setAccess(false);
    const { press } = handsOf(reader.page, kind);
    await press(/^Refresh \(ignore cache\)/);
    await area(reader.page).getByText('No access to the dataset "penguins"').waitFor();
    await area(reader.page).getByText("An owner of the dataset can give you access.", { exact: false }).waitFor();
    expect(await area(reader.page).getByText("Adelie").count()).toBe(0);
    // The owner's address, admin@localhost, gets no mail.
    const ask = reader.page.getByRole("button", { name: "Copy request" });
    await ask.waitFor();
    await reader.page.reload();
    await reader.page.getByText(/An owner of the chart's dataset or an administrator can give you access/).waitFor();
    await ask.waitFor();
    await reader.page.getByText(/^Owner\b.*Admin User$/).waitFor();
    await person.setAccess(true);
    await reader.page.reload();
    await area(reader.page).getByText("Adelie").first().waitFor();
    expect(reader.problems).toEqual([]);
  });

  test("no errors were logged", () => expect(bench.problems).toEqual([]));
});

interface Listed {
  result: { id: number; name?: string; permission?: { name: string }; view_menu?: { name: string } }[];
}

async function createReader({ send, get }: Bench, name: string, dataset: string) {
  const pairs: Listed["result"] = [];
  for (let page = 0; pairs.length === page * 100; page++) {
    const address = `/api/v1/security/permissions-resources/?q=(page:${page},page_size:100)`;
    pairs.push(...(await get<Listed>(address)).result);
  }
  const pair = pairs.find(
    ({ permission, view_menu }) => permission?.name === "datasource_access" && view_menu?.name.endsWith(dataset),
  );
  expect(pair, dataset).toBeDefined();
  const { result } = await get<Listed>("/api/v1/security/roles/?q=(page_size:100)");
  const gamma = result.find((one) => one.name === "Gamma")?.id;
  const role = await send("POST", "/api/v1/security/roles/", { name });
  const setAccess = (may: boolean) =>
    send("POST", `/api/v1/security/roles/${role.id}/permissions`, {
      permission_view_menu_ids: may ? [pair?.id] : [],
    });
  await setAccess(true);
  await send("POST", "/api/v1/security/users/", {
    ...{ username: name, first_name: "A", last_name: "Reader", email: `${name}@example.org` },
    ...{ password: PASSWORD, active: true, roles: [gamma, role.id] },
  });
  return { name, setAccess };
}
