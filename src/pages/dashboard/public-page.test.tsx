import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test } from "vitest";
import { serve } from "../../testing/network.ts";
import { setGuestToken } from "../../web/client/guest.ts";
import { queryClient } from "../../web/client/query.ts";
import { startLinkSession } from "../../web/session/public-link.ts";
import { PublicPage } from "./PublicPage.tsx";

afterEach(() => {
  setGuestToken(undefined);
  document.getElementById("app")?.remove();
  queryClient.clear();
});

function open(bootstrap: object, status: number) {
  const app = document.createElement("div");
  app.id = "app";
  app.dataset.bootstrap = JSON.stringify(bootstrap);
  document.body.append(app);
  const answer = { status, body: { msg: "This link doesn't work anymore." } };
  const requests = serve({ "GET /api/v1/me/roles/": answer });
  startLinkSession();
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <PublicPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return requests;
}

test("asks nothing of the server when the link doesn't work", async () => {
  const requests = open({}, 200);
  await screen.findByRole("heading", { name: "This link doesn't work anymore" });
  expect(requests).toEqual([]);
});

test("sends the visitor's token, and says so at once when it is refused", async () => {
  const requests = open({ public_link: { dashboard_id: "3", token: "secret" } }, 401);
  await screen.findByRole("heading", { name: "This link doesn't work anymore" });
  await waitFor(() => expect(requests.length).toBeGreaterThan(0));
  expect(requests.every(({ headers }) => headers.get("x-guesttoken") === "secret")).toBe(true);
});
