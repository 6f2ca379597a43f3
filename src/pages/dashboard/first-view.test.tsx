import { beforeEach, describe, expect, it } from "vitest";
import { serve } from "../../testing/network.ts";
import { queryClient } from "../../web/client/query.ts";
import { startFirstView } from "./first-view.ts";

const POST = "POST /api/v1/dashboard/flights/first_view";
const visit = { params: { idOrSlug: "flights" }, search: "", isByLink: true };

beforeEach(() => queryClient.clear());

describe("first-view queries", () => {
  it("start when a link is pressed, once for the press and its click", async () => {
    const requests = serve({ [POST]: { status: 202, body: { message: "OK" } } });
    startFirstView(visit);
    await startFirstView(visit);
    expect(requests.map(({ path }) => path)).toEqual(["/api/v1/dashboard/flights/first_view"]);
  });

  it("aren't requested after a page load or with a query string", async () => {
    const requests = serve({});
    await startFirstView({ ...visit, isByLink: false });
    await startFirstView({ ...visit, search: "?native_filters_key=k" });
    await startFirstView({ ...visit, params: {} });
    expect(requests).toEqual([]);
  });

  it("fail silently", async () => {
    serve({ [POST]: { status: 404, body: { message: "Not found" } } });
    await expect(startFirstView(visit)).resolves.toBeUndefined();
  });
});
