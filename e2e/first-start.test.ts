import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../scripts/services.ts";
import { type RunningServer, startServer } from "../src/testing/stage.ts";
import { closePages, visit } from "./browser.ts";

/** From nothing to a chart: the first start, its link, and the ends of a server's life. */
describe("first start", () => {
  const home = mkdtempSync(join(tmpdir(), "tessera-first-"));
  let server: RunningServer;

  beforeAll(async () => {
    server = await startServer({ home, port: await freePort(), env: { TESSERA_ADMIN_PASSWORD: "" } });
  });
  afterAll(async () => {
    await closePages();
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  });

  const link = () => /http:\/\/\S+\/login\/\?token=\S+/.exec(server.output())?.[0];

  test("says what it loads, a line per table, and ends with the address and a link", async () => {
    // The server answers a moment before it says so.
    await expect.poll(link).toBeDefined();
    const lines = server.output().trim().split("\n");
    for (const table of ["flights", "movies", "gapminder", "seattle_weather", "penguins"]) {
      expect(lines.filter((line) => line.includes(` ${table} `))).toHaveLength(1);
    }
    expect(lines.at(-1)).toContain(link());
  });

  test("the link signs in once, and home has something to open", async () => {
    const { page, problems } = await visit();
    await page.goto(link() ?? "");
    await page.getByRole("heading", { name: "Home" }).waitFor();
    await page
      .getByRole("link", { name: /Dashboards/ })
      .first()
      .click();
    await page.getByRole("link", { name: "US flight delays" }).first().click();
    await page.getByRole("heading", { name: "US flight delays" }).waitFor();
    await page.locator("figure").first().waitFor();
    expect(problems).toEqual([]);

    const other = await visit();
    await other.page.goto(link() ?? "");
    await other.page.getByRole("button", { name: "Sign in" }).waitFor();
  });

  test("a second server on the same home is refused in one line", async () => {
    const main = join(import.meta.dirname, "..", "src", "main-server.ts");
    const env = { ...process.env, TESSERA_HOME: home, TESSERA_PORT: String(await freePort()) };
    const second = spawnSync(process.execPath, [main], { env, encoding: "utf8", timeout: 20_000 });
    expect(second.status).toBe(1);
    expect(second.stderr.trim().split("\n")).toHaveLength(1);
    expect(second.stderr).toMatch(/^Another Tessera .* is running/);
  });

  test("the next start loads nothing again and keeps everything; Ctrl-C ends it and its engine", async () => {
    const port = Number(new URL(server.url).port);
    expect(await server.stop("SIGINT")).toBe(0);
    server = await startServer({ home, port, env: { TESSERA_ADMIN_PASSWORD: "" } });
    expect(processorSeconds(server.process.pid)).toBeLessThan(5);
    expect(server.output()).not.toContain("flights");
    expect(await (await fetch(`${server.url}/health`)).text()).toBe("OK");
    const children = spawnSync("pgrep", ["-P", String(server.process.pid)], { encoding: "utf8" })
      .stdout.trim()
      .split("\n");
    await server.stop("SIGINT");
    const alive = children.filter((pid) => pid && spawnSync("kill", ["-0", pid]).status === 0);
    expect(alive).toEqual([]);
  });
});

/** What a process has computed, whatever else the machine does: as `ps` tells it in hours, minutes and seconds. */
function processorSeconds(pid: number | undefined): number {
  const { stdout } = spawnSync("ps", ["-o", "cputime=", "-p", String(pid)], { encoding: "utf8" });
  expect(stdout).toMatch(/\d:\d\d/);
  return stdout
    .trim()
    .split(":")
    .reduce((seconds, part) => seconds * 60 + Number(part), 0);
}
