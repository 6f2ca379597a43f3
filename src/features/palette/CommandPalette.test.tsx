import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { type Routes, serve } from "../../testing/network.ts";
import { queryClient } from "../../web/client/query.ts";
import { useActions } from "../../web/navigation/actions.ts";
import { signedIn, useSession } from "../../web/session/session.ts";
import { CommandPalette } from "./CommandPalette.tsx";

const PAIRS = ["Dashboard", "Chart", "Dataset", "Explore"].flatMap((view) => [
  ["can_read", view] as const,
  ["can_write", view] as const,
]);
const save = vi.fn();
const SAVE = [{ id: "save", label: "Save this chart", keys: "Mod+S", run: save }];

const none = { body: { count: 0, ids: [], result: [] } };
const ROUTES: Routes = {
  "GET /api/v1/log/recent_activity/": {
    body: {
      result: [
        {
          action: "mount_dashboard",
          item_type: "dashboard",
          item_url: "http://localhost/superset/dashboard/9/",
          item_title: "Seen lately",
          time: 1,
          time_delta_humanized: "",
        },
      ],
    },
  },
  "GET /api/v1/dashboard/": ({ query }) =>
    query.get("q")?.includes("title_or_slug")
      ? {
          body: {
            count: 1,
            ids: [3],
            result: [{ id: 3, dashboard_title: "US flight delays", url: "/superset/dashboard/3/" }],
          },
        }
      : none,
  "GET /api/v1/chart/": none,
  "GET /api/v1/dataset/": {
    body: { count: 1, ids: [5], result: [{ id: 5, table_name: "flights", database: { database_name: "examples" } }] },
  },
};

function Page() {
  useActions(SAVE);
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open ? <CommandPalette onClose={() => setOpen(false)} onHelp={() => {}} /> : null}
    </>
  );
}

async function openPalette() {
  const router = createMemoryRouter([{ path: "*", element: <Page /> }]);
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Open" }));
  return router;
}

beforeEach(() => {
  queryClient.clear();
  vi.clearAllMocks();
  const user = {
    userId: 1,
    username: "ada",
    firstName: "Ada",
    lastName: "L",
    email: "",
    isAnonymous: false,
    roles: { Admin: PAIRS },
  };
  useSession.setState(signedIn(user), true);
});

describe("the command palette", () => {
  test("lists recents before pages", async () => {
    serve(ROUTES);
    await openPalette();
    await screen.findByRole("option", { name: /Seen lately/ });
    const options = screen.getAllByRole("option");
    expect(options[0]?.textContent).toContain("Seen lately");
    expect(options[0]?.getAttribute("aria-selected")).toBe("true");
    expect(screen.getByRole("option", { name: /Save this chart/ })).toBeTruthy();
  });

  test("searches the server after a debounce, and opens on Enter", async () => {
    const requests = serve(ROUTES);
    const router = await openPalette();
    await userEvent.keyboard("fli");
    await screen.findByRole("option", { name: /US flight delays/ });
    expect(requests.filter((each) => each.url.includes("title_or_slug"))).toHaveLength(1);
    expect(screen.getByRole("option", { name: /New chart from flights/ })).toBeTruthy();
    await userEvent.keyboard("{Enter}");
    expect(router.state.location.pathname).toBe("/superset/dashboard/3/");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("finds saved queries by name and SQL, if the user can open them", async () => {
    const row = { id: 4, label: "Late by carrier", database: { database_name: "examples" } };
    const requests = serve({ ...ROUTES, "GET /api/v1/saved_query/": { body: { count: 1, ids: [4], result: [row] } } });
    const user = { userId: 1, username: "ada", firstName: "Ada", lastName: "L", email: "", isAnonymous: false };
    const sql = [...PAIRS, ["can_read", "SQLLab"], ["can_read", "SavedQuery"]] as [string, string][];
    useSession.setState(signedIn({ ...user, roles: { sql_lab: sql } }), true);
    const router = await openPalette();
    await userEvent.keyboard("carrier");
    await userEvent.click(await screen.findByRole("option", { name: /Late by carrier.*Saved query · examples/ }));
    expect(requests.some(({ url }) => url.includes("all_text"))).toBe(true);
    expect(`${router.state.location.pathname}${router.state.location.search}`).toBe("/sqllab/?savedQueryId=4");
  });

  test("moves the selection with arrow keys, wrapping around", async () => {
    serve(ROUTES);
    await openPalette();
    await screen.findByRole("option", { name: /Seen lately/ });
    await userEvent.keyboard("{ArrowUp}");
    const options = screen.getAllByRole("option");
    expect(options.at(-1)?.getAttribute("aria-selected")).toBe("true");
    expect(screen.getByRole("combobox").getAttribute("aria-activedescendant")).toBe(options.at(-1)?.id);
  });

  test("runs a page action", async () => {
    serve(ROUTES);
    await openPalette();
    await userEvent.keyboard(">save{Enter}");
    expect(save).toHaveBeenCalledOnce();
  });

  test("opens in a new tab with Ctrl", async () => {
    serve(ROUTES);
    const open = vi.spyOn(window, "open").mockReturnValue(null);
    const router = await openPalette();
    await userEvent.keyboard("Charts");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    expect(open).toHaveBeenCalledWith("/chart/list/", "_blank", "noopener");
    expect(router.state.location.pathname).toBe("/");
    open.mockRestore();
  });

  test("restores the focus on close", async () => {
    serve(ROUTES);
    await openPalette();
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Open" })));
  });

  test("shows that nothing was found", async () => {
    serve({ ...ROUTES, "GET /api/v1/dashboard/": none, "GET /api/v1/dataset/": none });
    await openPalette();
    await userEvent.keyboard("qqqq");
    expect(await screen.findByText("Nothing found for “qqqq”.")).toBeTruthy();
  });

  test("shows that the search failed, not that nothing was found", async () => {
    serve({ ...ROUTES, "GET /api/v1/chart/": { status: 500, body: { message: "The store is resting." } } });
    await openPalette();
    await userEvent.keyboard("seen");
    const remark = "Failed to search dashboards, charts and datasets: The store is resting.";
    expect(await screen.findByText(remark)).toBeTruthy();
    expect(screen.getByRole("option", { name: /Seen lately/ })).toBeTruthy();
    expect(screen.queryByText(/Nothing found/)).toBeNull();
  });
});
