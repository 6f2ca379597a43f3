import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import type { Account } from "./account.ts";
import { Recorder } from "./recorder.ts";
import type { Walked } from "./walk.ts";

/** A page of another site that embeds a dashboard with Superset's SDK. */

const SDK = readFileSync(createRequire(import.meta.url).resolve("@superset-ui/embedded-sdk"), "utf8");

const HOST_PAGE = `<!doctype html><title>Host</title>
<style>body { margin: 0 } iframe { width: 100vw; height: 100vh; border: 0; display: block }</style>
<div id="place"></div><script src="/sdk.js"></script><script>
  const given = Object.fromEntries(new URL(location.href).searchParams);
  supersetEmbeddedSdk.embedDashboard({
    id: given.id, supersetDomain: given.domain, mountPoint: document.getElementById("place"),
    fetchGuestToken: async () => (await fetch("/token?id=" + given.id)).text(),
  });
</script>`;

export interface Host {
  open(page: Page, dashboard: number): Promise<Walked>;
  close(): void;
}

export async function startHost(admin: Account): Promise<Host> {
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://host");
    if (pathname === "/sdk.js") return response.setHeader("content-type", "text/javascript").end(SDK);
    if (pathname === "/token") return response.end(await guestToken(admin, searchParams.get("id") ?? ""));
    response.setHeader("content-type", "text/html").end(HOST_PAGE);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    open: async (page, dashboard) => {
      const embedded = await admin.post<{ result: { uuid: string } }>(`/api/v1/dashboard/${dashboard}/embedded`, {
        allowed_domains: [],
      });
      const recorder = new Recorder(page);
      const search = new URLSearchParams({ id: embedded.result.uuid, domain: admin.url });
      await page.goto(`${address}/?${search}`);
      const element = await page.waitForSelector("iframe");
      const frame = await element.contentFrame();
      if (!frame) throw new Error("The dashboard was not embedded.");
      await frame.waitForSelector("[data-tile]");
      return { page, frame, recorder };
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function guestToken(admin: Account, id: string): Promise<string> {
  const body = { user: { username: "visitor" }, resources: [{ type: "dashboard", id }], rls: [] };
  return (await admin.post<{ token: string }>("/api/v1/security/guest_token/", body)).token;
}
