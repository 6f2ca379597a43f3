import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { type Routes, serve } from "../../testing/network.ts";
import { queryClient } from "../../web/client/query.ts";
import { signedIn, useSession } from "../../web/session/session.ts";
import { TaggedPage } from "./TaggedPage.tsx";

beforeEach(() => queryClient.clear());

function open(routes: Routes) {
  const requests = serve(routes);
  const pages = [
    { path: "/superset/all_entities/", element: <TaggedPage /> },
    { path: "/superset/tags/", element: <h1>Tags</h1> },
  ];
  const router = createMemoryRouter(pages, { initialEntries: ["/superset/all_entities/?id=4"] });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return requests;
}

const TAG = { "GET /api/v1/tag/4": { body: { id: 4, result: { id: 4, name: "films", type: 1 } } } };
const taggedItem = (id: number, type: string, name: string) => ({
  ...{ id, type, name, url: `/${type}/${id}/`, changed_on: "2024-11-14T09:00:00", created_by: 1, creator: "Ada" },
  tags: [],
  owners: [],
});

test("lists tagged items by type", async () => {
  const result = [taggedItem(7, "chart", "Budgets"), taggedItem(3, "dashboard", "Film economics")];
  const requests = open({ ...TAG, "GET /api/v1/tag/get_objects/": { body: { result } } });
  expect((await screen.findByRole("link", { name: "Film economics" })).getAttribute("href")).toBe("/dashboard/3/");
  expect(screen.getAllByRole("region").map((region) => region.getAttribute("aria-label"))).toEqual([
    "Dashboards",
    "Charts",
  ]);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Tagged “films”");
  expect(requests.find(({ path }) => path.endsWith("get_objects/"))?.query.get("tagIds")).toBe("4");
  expect(screen.queryByRole("button", { name: "Edit tag" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "All tags" }));
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Tags");
});

test("a tag can be edited here and shows its new name", async () => {
  const me = { userId: 7, username: "ada", firstName: "Ada", lastName: "U", email: "", isAnonymous: false };
  useSession.setState(signedIn({ ...me, roles: { Gamma: [["can_write", "Tag"]] } }), true);
  let name = "films";
  const requests = open({
    "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
    "GET /api/v1/tag/4": () => ({ body: { id: 4, result: { id: 4, name, type: 1, description: "On the screen" } } }),
    "GET /api/v1/tag/get_objects/": { body: { result: [] } },
    "PUT /api/v1/tag/4": () => {
      name = "movies";
      return { body: { id: 4, result: {} } };
    },
  });
  expect(await screen.findByText("On the screen")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Edit tag" }));
  await userEvent.clear(await screen.findByLabelText("Name *"));
  await userEvent.type(screen.getByLabelText("Name *"), "movies{Enter}");
  await waitFor(() => expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Tagged “movies”"));
  expect(requests.find(({ method }) => method === "PUT")?.body).toEqual({ name: "movies" });
});

test("explains an unused tag, a missing tag and other errors", async () => {
  open({ ...TAG, "GET /api/v1/tag/get_objects/": { body: { result: [] } } });
  expect(await screen.findByText("No items tagged “films”")).toBeTruthy();
  queryClient.clear();
  open({ "GET /api/v1/tag/4": { status: 404, body: { message: "Not found" } } });
  expect(await screen.findByText("This page doesn't exist")).toBeTruthy();
  queryClient.clear();
  open({ "GET /api/v1/tag/4": { status: 403, body: { message: "Forbidden" } } });
  expect(await screen.findByText("You do not have permission to read tags")).toBeTruthy();
});
