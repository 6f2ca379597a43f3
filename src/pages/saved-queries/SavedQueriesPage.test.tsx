import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { pickFromMenu } from "../../testing/menus.ts";
import { type Asked, type Routes, serve } from "../../testing/network.ts";
import { forgetCsrfToken } from "../../web/client.ts";
import { queryClient } from "../../web/query.ts";
import { signedIn, useSession } from "../../web/session.ts";
import { SavedQueriesPage } from "./SavedQueriesPage.tsx";

const ROW = {
  id: 4,
  label: "Genres",
  description: "By number of films",
  schema: "main",
  sql_tables: [{ table: "movies", schema: "main", catalog: null }],
  database: { id: 1, database_name: "examples" },
  changed_on: "2024-11-14T09:00:00",
};

function open(routes: Routes, pairs: readonly (readonly [string, string])[]): Asked[] {
  const asked = serve({ "GET /api/v1/security/csrf_token/": { body: { result: "t" } }, ...routes });
  const user = { userId: 1, username: "ada", firstName: "Ada", lastName: "L", email: "", isAnonymous: false };
  useSession.setState(signedIn({ ...user, roles: { sql_lab: pairs } }), true);
  const router = createMemoryRouter([{ path: "*", element: <SavedQueriesPage /> }]);
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return asked;
}

beforeEach(() => {
  forgetCsrfToken();
  queryClient.clear();
});

const LISTED = { "GET /api/v1/saved_query/": { body: { count: 1, ids: [4], result: [ROW] } } };

test("saved queries open in SQL Lab, and are deleted by those who may", async () => {
  const asked = open({ ...LISTED, "DELETE /api/v1/saved_query/4": { body: { message: "OK" } } }, [
    ["can_write", "SavedQuery"],
  ]);
  const link = await screen.findByRole("link", { name: /Genres/ });
  expect(link.getAttribute("href")).toBe("/sqllab/?savedQueryId=4");
  expect(screen.getByText("movies")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Actions for Genres" }));
  await pickFromMenu("Delete");
  await userEvent.type(await screen.findByLabelText("Type DELETE to go on"), "delete{Enter}");
  await waitFor(() =>
    expect(asked.some(({ method, path }) => `${method} ${path}` === "DELETE /api/v1/saved_query/4")).toBe(true),
  );
});

test("where there are none it is said what belongs there", async () => {
  open({ "GET /api/v1/saved_query/": { body: { count: 0, ids: [], result: [] } } }, []);
  expect(await screen.findByText("No saved queries yet")).toBeTruthy();
});
