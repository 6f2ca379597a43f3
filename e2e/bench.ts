import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { signIn } from "../src/testing/stage.ts";
import { type PageOptions, visit } from "./browser.ts";
import { leave, route } from "./navigate.ts";

export interface Bench {
  page: Page;
  problems: string[];
  open(dataset: string, type?: string): Promise<void>;
  openAt(path: string): Promise<void>;
  makeDataset(name: string, sql: string): Promise<number>;
  /** Overrides the measured query time of a dataset, so that a slow machine doesn't open it without live update. */
  answersIn(dataset: string, ms: number): Promise<void>;
  send(method: "POST" | "PUT" | "DELETE", path: string, data?: object): Promise<{ id: number }>;
  get<T>(path: string): Promise<T>;
  idOf(dataset: string): number;
  item(name: string): Locator;
  control(name: string): Locator;
  chip(control: string, title: string | RegExp): Locator;
  picture(summary: RegExp): Locator;
  dialog(name: string | RegExp): Locator;
  data: Locator;
}

async function knowSpeeds(page: Page, speeds: Readonly<Record<string, number[]>>): Promise<void> {
  await page.context().addInitScript(
    ({ key, known }) => {
      localStorage[key] = known;
      const { setItem } = Storage.prototype;
      Storage.prototype.setItem = function (this: Storage, name, value) {
        if (name !== key) setItem.call(this, name, value);
      };
    },
    { key: "tessera.explore.timings", known: JSON.stringify(speeds) },
  );
}

export const quickDatasets = (page: Page): Promise<void> =>
  knowSpeeds(page, Object.fromEntries(Array.from({ length: 200 }, (_, id) => [`${id}`, Array(5).fill(9)])));

export async function openBench(url: string, options?: PageOptions): Promise<Bench> {
  const { page, problems } = await visit(options);
  await signIn(page, url);
  const get = async <T>(path: string) => (await (await page.request.get(url + path)).json()) as T;
  const { result } = await get<{ result: { id: number; table_name: string }[] }>("/api/v1/dataset/?q=(page_size:100)");
  const ids = new Map(result.map(({ id, table_name }) => [table_name, id]));
  const idOf = (dataset: string) => {
    const id = ids.get(dataset);
    if (id === undefined) throw new Error(`no dataset ${dataset}`);
    return id;
  };
  let knowsAll = false;
  const openAt = async (path: string) => {
    if (knowsAll) {
      await leave(page);
      await page.evaluate(() => localStorage.removeItem("tessera.explore.draft"));
      await route(page, path);
    } else await page.goto(url + path);
    knowsAll = true;
    // A grid of charts has several.
    await page.locator('[data-status="ready"]').first().waitFor();
  };
  const send: Bench["send"] = async (method, path, data) => {
    const { result: token } = await get<{ result: string }>("/api/v1/security/csrf_token/");
    const response = await page.request.fetch(url + path, { method, data, headers: { "x-csrftoken": token } });
    expect(response.ok(), await response.text()).toBe(true);
    return (await response.json()) as { id: number };
  };
  const speeds: Record<string, number[]> = {};
  const control = (name: string) => page.getByRole("group", { name, exact: true });
  return {
    page,
    problems,
    get,
    idOf,
    openAt,
    open: (dataset, type) =>
      openAt(`/explore/?${type ? `viz_type=${type}&` : ""}datasource_type=table&datasource_id=${idOf(dataset)}`),
    answersIn: async (dataset, ms) => {
      // Pages read it when they load.
      knowsAll = false;
      speeds[`${idOf(dataset)}`] = Array(5).fill(ms);
      await knowSpeeds(page, speeds);
    },
    send,
    makeDataset: async (name, sql) => {
      const { id } = await send("POST", "/api/v1/dataset/", { database: 1, schema: "main", table_name: name, sql });
      ids.set(name, id);
      return id;
    },
    item: (name) =>
      page
        .getByRole("region", { name: "Dataset", exact: true })
        .getByRole("listitem")
        .filter({ has: page.getByRole("button", { name: `Add ${name} to…` }) }),
    control,
    chip: (name, title) => control(name).getByTitle(title),
    picture: (summary) => page.getByRole("figure", { name: summary }),
    dialog: (name) => page.getByRole("dialog", { name }),
    data: page.getByRole("region", { name: "Data", exact: true }),
  };
}
