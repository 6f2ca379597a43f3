import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { JSDOM } from "jsdom";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { classicScripts } from "./classic-scripts.ts";

const SOURCES: Record<string, string> = {
  "entry.js": `import { count, add } from "./shared.js";
    self.count = () => count;
    self.later = async () => (await import("./later.js")).default();
    add();`,
  "later.js": `import { count, add } from "./shared.js"; export default () => { add(); return [count, this]; }`,
  "shared.js": `export let count = 0; export function add() { count += 1; }`,
};

const files = new Map<string, string>();
const missing = new Set<string>();
const server = createServer(({ url = "" }, response) => {
  const name = url.split("/").at(-1) ?? "";
  const text = missing.delete(name) ? undefined : files.get(name);
  response.writeHead(text === undefined ? 404 : 200, {
    "content-type": name.endsWith("js") ? "text/javascript" : "text/html",
  });
  response.end(text);
});
let url = "";

beforeAll(async () => {
  const build = await rolldown({
    input: "entry.js",
    plugins: [
      {
        name: "sources",
        resolveId: (id) => id.replace("./", ""),
        load: (id) => SOURCES[id],
      },
      classicScripts({
        calledAtOnce: new Set(["later"]),
        messagesOf: ({ name }) => (name === "later" ? ["charts"] : []),
      }),
    ],
  });
  const { output } = await build.generate({
    entryFileNames: "assets/[name]-[hash].js",
    chunkFileNames: "assets/[name]-[hash].js",
    codeSplitting: { groups: [{ name: "shared", test: /shared/ }] },
  });
  await build.close();
  for (const file of output) if (file.type === "chunk") files.set(file.fileName.replace("assets/", ""), file.code);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/page`;
});
afterAll(() => server.close());

const fileOf = (name: string) => [...files.keys()].find((file) => file.startsWith(name)) ?? "";

async function open(...names: string[]) {
  return openPage("<html>", names);
}

async function openPage(head: string, names: readonly string[]) {
  const scripts = names.map((name) => `<script defer src="/static/assets/${fileOf(name)}"></script>`);
  files.set("page", head + scripts.join(""));
  const { window } = await JSDOM.fromURL(url, { runScripts: "dangerously", resources: "usable" });
  await new Promise((resolve) => window.addEventListener("load", resolve));
  return window as unknown as Page;
}

interface Page {
  count(): number;
  later(): Promise<[number, unknown]>;
}

describe("a build with classic scripts", () => {
  test.each([[["shared", "entry"]], [["shared", "later", "entry"]], [["entry"]]])(
    "runs with %s in the page",
    async (names) => {
      const page = await open(...names);
      await expect.poll(() => page.count?.()).toBe(1);
      expect(await page.later()).toEqual([2, undefined]);
      expect(page.count()).toBe(2);
    },
  );

  test("retries a file that failed to load", async () => {
    const page = await open("shared", "entry");
    missing.add(fileOf("later"));
    await expect(page.later()).rejects.toThrow(/Failed to load .*later/);
    expect(await page.later()).toEqual([2, undefined]);
  });

  test("loads the messages in the page's language before the code that shows them", async () => {
    const catalog = "messages-de-charts-1.js";
    files.set(catalog, "(self.messages ??= {}).charts = {};");
    const head = `<html lang="de" data-messages='{"charts":"assets/${catalog}"}'>`;
    const page = (await openPage(head, ["shared", "entry"])) as Page & { messages?: object };
    expect(page.messages).toBeUndefined();
    missing.add(catalog);
    await expect(page.later()).rejects.toThrow(/Failed to load .*messages-de/);
    expect(await page.later()).toEqual([2, undefined]);
    expect(page.messages).toEqual({ charts: {} });
  });

  test("marks files that are called at once for eager compilation", () => {
    expect(
      [...files].filter(([, code]) => code.startsWith("//# allFunctionsCalledOnLoad\n")).map(([name]) => name),
    ).toEqual([fileOf("later")]);
  });
});
