import { expect, test } from "vitest";
import { startTestServer } from "../../testing/server.ts";
import { show } from "./contract.ts";

test("the menu contains the pages that the caller's roles allow", async () => {
  const server = await startTestServer();
  try {
    expect((await server.anonymous.get("/api/v1/menu/")).status).toBe(401);
    const { result } = await (await server.as("gamma")).call(show, {});
    expect(result.map((item) => item.url)).toEqual([
      "/superset/welcome/",
      "/dashboard/list/",
      "/chart/list/",
      "/tablemodelview/list/",
    ]);
    expect((await (await server.as("nobody", ["Public"])).call(show, {})).result).toEqual([]);
  } finally {
    await server.stop();
  }
});
