import { onlineManager } from "@tanstack/react-query";
import { afterEach, expect, test } from "vitest";
import { serve } from "../../testing/network.ts";
import { connectionFound, connectionLost, useConnection } from "./connection.ts";
import { queryClient } from "./query.ts";

afterEach(() => {
  onlineManager.setOnline(true);
  connectionFound();
  queryClient.clear();
});

test("sends requests on a device without a network", async () => {
  onlineManager.setOnline(false);
  const requests = serve({ "GET /things": { body: { found: 1 } }, "POST /things": { body: { made: 1 } } });
  const fetchThings = async (method: string) => (await fetch("/things", { method })).json();
  expect(await queryClient.fetchQuery({ queryKey: ["things"], queryFn: () => fetchThings("GET") })).toEqual({
    found: 1,
  });
  const make = queryClient.getMutationCache().build(queryClient, { mutationFn: () => fetchThings("POST") });
  expect(await make.execute(undefined)).toEqual({ made: 1 });
  expect(requests.map(({ method }) => method)).toEqual(["GET", "POST"]);
});

test("fails immediately if the server is unreachable", async () => {
  onlineManager.setOnline(false);
  const lost = queryClient.fetchQuery({
    queryKey: ["lost"],
    queryFn: async () => {
      connectionLost();
      throw new TypeError("Failed to fetch");
    },
  });
  await expect(lost).rejects.toThrow("Failed to fetch");
  expect(useConnection.getState().kind).toBe("offline");
});
