import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { codeIn } from "../../testing/code.ts";
import { serve } from "../../testing/network.ts";
import { queryClient } from "../../web/client/query.ts";
import { signedIn, useSession } from "../../web/session/session.ts";
import { QueryHistoryPage } from "./QueryHistoryPage.tsx";

const row = (id: number, parts: object) => ({
  id,
  status: "success",
  tab_name: `Tab ${id}`,
  sql: `SELECT ${id}`,
  executed_sql: `SELECT ${id}\nLIMIT 1001`,
  start_time: 1_700_000_000_000,
  end_time: 1_700_000_000_140,
  rows: 1200,
  database: { id: 1, database_name: "examples" },
  schema: "main",
  sql_tables: [{ table: "movies" }],
  user: { first_name: "Ada", last_name: "L" },
  ...parts,
});

test("lists queries with their outcome, previews them one by one, and opens them in SQL Lab", async () => {
  const result = [row(2, { status: "timed_out" }), row(1, {})];
  const requests = serve({ "GET /api/v1/query/": { body: { count: 2, ids: [2, 1], result } } });
  const user = { userId: 1, username: "ada", firstName: "Ada", lastName: "L", email: "", isAnonymous: false };
  useSession.setState(signedIn({ ...user, roles: { sql_lab: [["can_read", "Query"]] } }), true);
  const filters = encodeURIComponent("(search:movies,time:!(1,2))");
  const entries = [`/sqllab/history/?filters=${filters}`];
  const router = createMemoryRouter([{ path: "*", element: <QueryHistoryPage /> }], { initialEntries: entries });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const link = await screen.findByRole("link", { name: /Tab 2/ });
  expect(link.getAttribute("href")).toBe("/sqllab/?queryId=2");
  for (const text of ["Timed out", "0.14 s", "1,200", "movies", "Ada L", "SELECT 2"]) {
    expect(screen.getAllByText(text).length).toBeGreaterThan(0);
  }
  expect(requests.find(({ path }) => path === "/api/v1/query/")?.query.get("q")).toContain(
    "(col:sql,opr:ct,value:movies),(col:start_time,opr:gt,value:1),(col:start_time,opr:lt,value:2)",
  );
  await userEvent.click(screen.getByRole("button", { name: "Preview: Tab 2" }));
  const dialog = await screen.findByRole("dialog", { name: "Tab 2" });
  await userEvent.click(within(dialog).getByRole("button", { name: "Next" }));
  expect(
    within(await screen.findByRole("dialog", { name: "Tab 1" })).getByRole("button", { name: "Next" }),
  ).toHaveProperty("disabled", true);
  await userEvent.click(screen.getByText("Executed query"));
  expect(await codeIn("Query SQL")).toBe("SELECT 1\nLIMIT 1001");
});
