import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startPostgres } from "../scripts/services.ts";
import { type RunningServer, signIn } from "../src/testing/stage.ts";
import { closePages, visit } from "./browser.ts";
import { navigate } from "./navigate.ts";
import { startOwnServer } from "./server-url.ts";

describe("connecting a database, from the first click to the first chart", () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "tessera-connect-")));
  let server: RunningServer;
  let page: Page;
  let problems: string[];
  let port: string;
  let client: pg.Client;
  let stopDatabase = async () => {};

  beforeAll(async () => {
    let address = process.env.TESSERA_TEST_POSTGRES_URL;
    if (!address) {
      const database = await startPostgres(folder);
      if (typeof database === "string") throw new Error(database);
      ({ url: address, stop: stopDatabase } = database);
    }
    ({ port } = new URL(address));
    client = new pg.Client({ connectionString: address });
    await client.connect();
    await client.query("DROP DATABASE IF EXISTS connected");
    await client.query("CREATE DATABASE connected");
    await fill(address.replace(/\/\w+$/, "/connected"));
    const file = new DatabaseSync(join(folder, "sales.db"));
    file.exec("CREATE TABLE sales (city TEXT, amount INTEGER); INSERT INTO sales VALUES ('Oslo', 3), ('Bari', 4)");
    file.close();
    server = await startOwnServer({});
    ({ page, problems } = await visit());
    await signIn(page, server.url, "/databaseview/list/");
  });
  afterAll(async () => {
    await closePages();
    await server?.stop();
    await client?.query("DROP DATABASE IF EXISTS connected WITH (FORCE)");
    await client?.end();
    await stopDatabase();
    rmSync(folder, { recursive: true, force: true });
  });

  async function fill(address: string) {
    const other = new pg.Client({ connectionString: address });
    await other.connect();
    await other.query(`CREATE TABLE orders AS SELECT DATE '2024-01-01' + i AS day, i AS amount FROM generate_series(1, 90) i;
      CREATE TABLE regions AS SELECT unnest(ARRAY['North', 'South']) AS region`);
    await other.end();
  }

  const button = (name: string | RegExp) => page.getByRole("button", { name });
  const steps = () => page.getByRole("list", { name: "Connection test" });

  async function chooseEngine(name: RegExp) {
    await button("Connect a database").click();
    await button(name).click();
  }

  test("a server: the failed step says what to do, and an administrator allows the host", async () => {
    await chooseEngine(/PostgreSQL/);
    await page.getByLabel("Display name *").fill("Orders");
    await page.getByLabel("Host *", { exact: true }).fill("localhost");
    await page.getByLabel("Port *", { exact: true }).fill(port);
    await page.getByLabel("Database name *").fill("nothing");
    await page.getByLabel("Username", { exact: true }).fill("tessera");
    await button("Test connection").click();
    await steps()
      .getByText(/^localhost is the server's own machine/)
      .waitFor();
    await steps().getByRole("button", { name: "Allow this host" }).click();
    await steps().getByText("The database doesn't exist, or its name is wrong.").waitFor();
    expect(await steps().getByRole("listitem").allInnerTexts()).toMatchObject({ length: 5 });
    await page.getByLabel("Database name *").fill("connected");
    await button("Test connection").click();
    await page.getByText("Connection looks good!").waitFor();
  });

  test("its tables are previewed and become datasets, and the first chart is drawn", async () => {
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Orders is connected. Choose tables" });
    await dialog.getByLabel("orders", { exact: true }).check();
    await dialog.getByRole("region", { name: "Preview of orders" }).getByText("2024-01-02").waitFor();
    await dialog.getByLabel(/^Select all/).check();
    await button("Create 2 datasets").click();
    await page.getByText("Line chart over time").waitFor();
    await page.getByText("Bar chart by category").waitFor();
    await button("Open first chart").click();
    await page.waitForURL(/\/explore\//);
    await page.getByRole("figure", { name: /^Line chart/ }).waitFor();
  });

  test("a file: its folder is allowed, and its only table becomes a chart at once", async () => {
    await navigate(page, "/databaseview/list/");
    await chooseEngine(/SQLite/);
    await page.getByLabel("File *").fill(join(folder, "sales.db"));
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    await steps()
      .getByText(new RegExp(`${folder} isn't an allowed folder`))
      .waitFor();
    await steps().getByRole("button", { name: "Allow this folder" }).click();
    await page.getByText("Connection looks good!").waitFor();
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    await button("Create dataset and chart").click();
    await page.waitForURL(/\/explore\//);
    await page.getByRole("figure", { name: /^Bar chart/ }).waitFor();
  });

  test("what was allowed is listed and logged; a removed folder is blocked again", async () => {
    await navigate(page, "/connection-rules/");
    await page.getByRole("row", { name: /localhost Host/ }).waitFor();
    await button(`Actions for ${folder}`).click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    await page.getByRole("dialog", { name: "Remove allowed folder?" }).getByRole("button", { name: "Remove" }).click();
    await page.getByRole("row", { name: folder }).waitFor({ state: "detached" });
    await navigate(page, "/actionlog/list/");
    await page.getByRole("row", { name: /deleted the allowed connection/ }).waitFor();
    expect(await page.getByRole("row", { name: /created the allowed connection/ }).count()).toBe(2);
    const { status } = await page.request
      .get(`${server.url}/api/v1/database/?q=(columns:!(id,database_name))`)
      .then(async (answer) => {
        const { result } = (await answer.json()) as { result: { id: number; database_name: string }[] };
        const id = result.find(({ database_name }) => database_name === "SQLite")?.id;
        return { status: (await page.request.get(`${server.url}/api/v1/database/${id}/schemas/`)).status() };
      });
    expect(status).toBe(400);
    expect(problems).toEqual([]);
  });
});
