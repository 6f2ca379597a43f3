import { beforeEach, describe, expect, it } from "vitest";
import { serve } from "../../testing/network.ts";
import { queryClient } from "../../web/client/query.ts";
import { startFirstView } from "./first-view.ts";

const POST = "POST /api/v1/dashboard/flights/first_view";
const visit = { params: { idOrSlug: "flights" }, search: "", isByLink: true };

beforeEach(() => queryClient.clear());

describe("the queries of a dashboard's first view", () => {
  it("start at the press of a link, once for the press and its click", async () => {
    const asked = serve({ [POST]: { status: 202, body: { message: "OK" } } });
    startFirstView(visit);
    await startFirstView(visit);
    expect(asked.map(({ path }) => path)).toEqual(["/api/v1/dashboard/flights/first_view"]);
  });

  it("are the server's own start for an address of the browser, and others with a search", async () => {
    const asked = serve({});
    await startFirstView({ ...visit, isByLink: false });
    await startFirstView({ ...visit, search: "?native_filters_key=k" });
    await startFirstView({ ...visit, params: {} });
    expect(asked).toEqual([]);
  });

  it("that are refused trouble nobody", async () => {
    serve({ [POST]: { status: 404, body: { message: "Not found" } } });
    await expect(startFirstView(visit)).resolves.toBeUndefined();
  });
});
