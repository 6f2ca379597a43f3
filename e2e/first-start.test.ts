import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../scripts/services.ts";
import { type RunningServer, startServer } from "../src/testing/stage.ts";
import { closePages, visit } from "./browser.ts";

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

  test("prints one line per table loaded, then the address and a sign-in link", async () => {
    // The server responds a moment before it prints this.
    await expect.poll(link).toBeDefined();
    const lines = server.output().trim().split("\n");
    for (const table of ["flights", "movies", "gapminder", "seattle_weather", "penguins"]) {
      expect(lines.filter((line) => line.includes(` ${table} `))).toHaveLength(1);
    }
    expect(lines.at(-1)).toContain(link());
  });

  test("the link signs in once, and Home links to the examples", async () => {
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

  test("a second server on the same home fails with a one-line error", async () => {
    const main = join(import.meta.dirname, "..", "src", "main-server.ts");
    const env = { ...process.env, TESSERA_HOME: home, TESSERA_PORT: String(await freePort()) };
    const second = spawnSync(process.execPath, [main], { env, encoding: "utf8", timeout: 20_000 });
    expect(second.status).toBe(1);
    expect(second.stderr.trim().split("\n")).toHaveLength(1);
    expect(second.stderr).toMatch(/^Another Tessera server .* is using /);
  });

  test("the next start keeps the data, and Ctrl-C ends the server and its engine", async () => {
    const port = Number(new URL(server.url).port);
    expect(await server.stop("SIGINT")).toBe(0);
    server = await startServer({ home, port, env: { TESSERA_ADMIN_PASSWORD: "" } });
    expect(cpuSeconds(server.process.pid)).toBeLessThan(5);
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

/** CPU time as `ps` reports it, unaffected by other load. */
function cpuSeconds(pid: number | undefined): number {
  const { stdout } = spawnSync("ps", ["-o", "cputime=", "-p", String(pid)], { encoding: "utf8" });
  expect(stdout).toMatch(/\d:\d\d/);
  return stdout
    .trim()
    .split(":")
    .reduce((seconds, part) => seconds * 60 + Number(part), 0);
}
