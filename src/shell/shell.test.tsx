import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { serve } from "../testing/network.ts";
import { queryClient } from "../web/client/query.ts";
import { useActions } from "../web/navigation/actions.ts";
import { visiblePlaces } from "../web/navigation/places.ts";
import { signedIn, useSession } from "../web/session/session.ts";
import { useToasts } from "../web/toasts/toasts.ts";
import { Shell } from "./Shell.tsx";

const ADA = {
  userId: 7,
  username: "ada",
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@example.com",
  isAnonymous: false,
};
const READS = ["Dashboard", "Chart", "Dataset"].map((view) => ["can_read", view] as const);
const WRITES = ["Dashboard", "Chart", "Dataset"].map((view) => ["can_write", view] as const);
const EMPTY = { body: { count: 0, ids: [], result: [] } };
const ROUTES = { "GET /api/v1/dashboard/": EMPTY, "GET /api/v1/chart/": EMPTY };

const update = vi.fn();
const ACTIONS = [{ id: "page.update", label: "Update chart", keys: "Mod+Enter", run: update }];

function PageWithActs() {
  useActions(ACTIONS);
  return (
    <>
      <h1>A page</h1>
      <input type="search" aria-label="Search by name" />
    </>
  );
}

function open(path = "/chart/list/") {
  const element = (
    <Shell>
      <PageWithActs />
    </Shell>
  );
  const router = createMemoryRouter([{ path: "*", element }], { initialEntries: [path] });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

function canChangeAccount(answer: { status?: number; body: unknown }) {
  const roles = { Alpha: [...READS, ["can_write", "CurrentUserRestApi"] as const] };
  useSession.setState(signedIn({ ...ADA, roles }), true);
  const me = { body: { result: { ...ADA, roles } } };
  const token = { body: { result: "token" } };
  return serve({
    ...ROUTES,
    "GET /api/v1/me/roles/": me,
    "GET /api/v1/security/csrf_token/": token,
    "PUT /api/v1/me/": answer,
  });
}

const rail = () => within(screen.getAllByRole("navigation", { name: "Main" })[0] as HTMLElement);
const bar = () => within(screen.getAllByRole("navigation", { name: "Main" })[1] as HTMLElement);

beforeEach(() => {
  queryClient.clear();
  localStorage.clear();
  vi.clearAllMocks();
  serve(ROUTES);
  useSession.setState(signedIn({ ...ADA, roles: { Alpha: [...READS, ...WRITES] } }), true);
});

describe("the sidebar", () => {
  test("lists the pages in order and marks the section of the current one", () => {
    open("/explore/?slice_id=4");
    const links = rail().getAllByRole("link");
    const main = ["Tessera", "Home", "Dashboards", "Charts", "Datasets"];
    expect(links.map((link) => link.textContent)).toEqual([...main, "Trash"]);
    const current = links.filter((link) => link.getAttribute("aria-current") === "page");
    expect(current.map((link) => link.textContent)).toEqual(["Charts"]);
  });

  test("shows saved queries and the query history while SQL Lab is open", () => {
    const reads = [["can_read", "SQLLab"] as const, ["can_read", "SavedQuery"] as const];
    useSession.setState(signedIn({ ...ADA, roles: { Alpha: [...READS, ...reads] } }), true);
    const router = open("/savedqueryview/list/");
    expect(rail().getByRole("link", { name: "Saved queries" }).getAttribute("aria-current")).toBe("page");
    expect(rail().getByRole("link", { name: "SQL Lab" }).getAttribute("aria-current")).toBeNull();
    expect(rail().queryByRole("link", { name: "Query history" })).toBeNull();
    act(() => void router.navigate("/superset/welcome/"));
    expect(rail().queryByRole("link", { name: "Saved queries" })).toBeNull();
  });

  test("labels its icons when collapsed", async () => {
    open();
    await userEvent.click(rail().getByRole("button", { name: "Collapse sidebar" }));
    expect(rail().getByRole("link", { name: "Datasets" }).getAttribute("aria-label")).toBe("Datasets");
    expect(rail().getByRole("button", { name: "Search or run an action…" })).toBeTruthy();
    expect(rail().getByRole("button", { name: "AL, account menu for Ada Lovelace" })).toBeTruthy();
  });

  test("keeps the rarely used pages under Manage when collapsed", async () => {
    const router = open();
    await userEvent.click(rail().getByRole("button", { name: "Collapse sidebar" }));
    expect(document.activeElement).toBe(rail().getByRole("button", { name: "Expand sidebar" }));
    await userEvent.click(rail().getByRole("button", { name: "Manage" }));
    await userEvent.click(await screen.findByRole("link", { name: "Trash" }));
    expect(router.state.location.pathname).toBe("/trash/");
  });

  test("is collapsed in a small window until it's expanded there", async () => {
    vi.spyOn(window, "matchMedia").mockImplementation(
      (media) =>
        ({ matches: /max-width: 1199px/.test(media), addEventListener() {}, removeEventListener() {} }) as never,
    );
    open();
    await userEvent.click(rail().getByRole("button", { name: "Expand sidebar" }));
    expect(rail().getByRole("heading", { name: "Manage" })).toBeTruthy();
    expect(localStorage.getItem("tessera.rail.wide")).toBeNull();
    vi.restoreAllMocks();
  });

  test("New offers items that the user can create, and opens their pages", async () => {
    const router = open();
    await userEvent.click(rail().getByRole("button", { name: "New" }));
    const items = await screen.findAllByRole("menuitem");
    expect(items.map((item) => item.textContent)).toEqual(["Chart", "Dashboard", "Dataset", "Import an export"]);
    await userEvent.click(items[0] as HTMLElement);
    expect(router.state.location.pathname).toBe("/chart/add");
  });

  test("New omits items that the user can't create", async () => {
    useSession.setState(signedIn({ ...ADA, roles: { Gamma: [...READS, ["can_write", "Chart"]] } }), true);
    open();
    await userEvent.click(rail().getByRole("button", { name: "New" }));
    const items = await screen.findAllByRole("menuitem");
    expect(items.map((item) => item.textContent)).toEqual(["Chart", "Import an export"]);
  });

  test("shows the signed-in user and offers Sign out", async () => {
    open();
    await userEvent.click(rail().getByRole("button", { name: /Ada Lovelace/ }));
    expect(await screen.findByText("Ada Lovelace · ada@example.com")).toBeTruthy();
    expect(screen.getByRole("menuitem", { name: "Sign out" })).toBeTruthy();
  });

  test("links to the user's account", async () => {
    const router = open();
    await userEvent.click(rail().getByRole("button", { name: /Ada Lovelace/ }));
    await userEvent.click(await screen.findByRole("link", { name: "Your account" }));
    expect(router.state.location.pathname).toBe("/user_info/");
  });

  test("shows at the password field why the new password was rejected", async () => {
    canChangeAccount({ status: 403, body: { message: "Sign in again to change the password." } });
    open("/chart/list/#signed-in-by-link");
    await waitFor(() => expect(useToasts.getState().toasts).toHaveLength(1));
    act(() => useToasts.getState().toasts[0]?.action?.run());
    const dialog = within(await screen.findByRole("dialog", { name: "Your account" }));
    await userEvent.type(dialog.getByLabelText("New password"), "a long sentence{Enter}");
    expect(await dialog.findByText("Sign in again to change the password.")).toBeTruthy();
    expect(dialog.getByLabelText("New password")).toHaveProperty("value", "a long sentence");
  });

  test("asks for the current password if the server requires it", async () => {
    const message = { current_password: ["Enter your current password."] };
    useToasts.setState({ toasts: [] });
    const requests = canChangeAccount({ status: 400, body: { message } });
    open("/chart/list/#signed-in-by-link");
    await waitFor(() => expect(useToasts.getState().toasts).toHaveLength(1));
    act(() => useToasts.getState().toasts[0]?.action?.run());
    const dialog = within(await screen.findByRole("dialog", { name: "Your account" }));
    expect(dialog.queryByLabelText("Current password")).toBeNull();
    await userEvent.type(dialog.getByLabelText("New password"), "a long sentence{Enter}");
    expect(await dialog.findByText("Enter your current password.")).toBeTruthy();
    await userEvent.type(dialog.getByLabelText("Current password"), "the old one{Enter}");
    const sent = () => requests.filter(({ method }) => method === "PUT").map(({ body }) => body);
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()[1]).toEqual({ password: "a long sentence", current_password: "the old one" });
  });

  test("shows the username of a user without a name", async () => {
    useSession.setState(signedIn({ ...ADA, firstName: "", lastName: "", email: "", roles: { Alpha: READS } }), true);
    open();
    expect(rail().getByText("ada")).toBeTruthy();
  });

  test("lists favorites by name, and has no heading without any", async () => {
    open();
    await waitFor(() => expect(screen.queryByRole("heading", { name: "Favorites" })).toBeNull());
    const chart = { id: 4, slice_name: "Late flights", slice_url: "/explore/?slice_id=4", url: "/explore/?slice_id=4" };
    serve({ ...ROUTES, "GET /api/v1/chart/": { body: { count: 1, ids: [4], result: [chart] } } });
    await act(() => queryClient.invalidateQueries());
    expect(await screen.findByRole("heading", { name: "Favorites" })).toBeTruthy();
    expect(rail().getByRole("link", { name: "Late flights" })).toBeTruthy();
  });
});

describe("appearance", () => {
  test("is one of three choices, remembered and applied to the page", async () => {
    open();
    await userEvent.click(rail().getByRole("button", { name: "Appearance" }));
    const choices = await screen.findAllByRole("menuitem");
    expect(choices.map((choice) => choice.textContent)).toEqual(["Light", "Dark", "System✓"]);
    await userEvent.click(screen.getByText("Dark"));
    await userEvent.click(rail().getByRole("button", { name: "Appearance" }));
    expect((await screen.findByRole("menuitem", { name: /Dark/ })).textContent).toBe("Dark✓");
  });
});

describe("the phone navigation bar", () => {
  test("has three pages, search, and the rest under More", async () => {
    const router = open();
    expect(
      bar()
        .getAllByRole("link")
        .map((link) => link.textContent),
    ).toEqual(["Home", "Dashboards", "Charts"]);
    await userEvent.click(bar().getByRole("button", { name: "More" }));
    const items = await screen.findAllByRole("menuitem");
    expect(items.map((item) => item.textContent)).toEqual([
      "Datasets",
      "Manage",
      "Help & shortcuts",
      "Light",
      "Dark",
      "System✓",
      "Your account",
      "Sign out",
    ]);
    await userEvent.click(within(items[0] as HTMLElement).getByRole("link", { name: "Datasets" }));
    expect(router.state.location.pathname).toBe("/tablemodelview/list/");
  });

  test("search opens the palette, and Escape returns the focus", async () => {
    open();
    const button = bar().getByRole("button", { name: "Search" });
    await userEvent.click(button);
    expect(await screen.findByRole("dialog", { name: "Search or run an action" })).toBeTruthy();
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("dialog", { name: "Search or run an action" })).toBeNull();
    expect(document.activeElement).toBe(button);
  });
});

describe("help", () => {
  test("lists page shortcuts before global ones", async () => {
    open();
    await userEvent.click(rail().getByRole("button", { name: "Help & shortcuts" }));
    const dialog = within(await screen.findByRole("dialog"));
    const groups = dialog.getAllByRole("heading", { level: 2 }).map((heading) => heading.textContent);
    expect(groups.slice(-4)).toEqual(["On this page", "Anywhere", "Go to", "In dialogs"]);
    expect(dialog.getByText("Update chart")).toBeTruthy();
    for (const place of visiblePlaces()) expect(dialog.getByText(place.label)).toBeTruthy();
  });
});

describe("page shortcuts", () => {
  test("/ focuses the page's search field", async () => {
    open();
    const field = screen.getByRole("searchbox", { name: "Search by name" });
    field.getClientRects = () => [{}] as unknown as DOMRectList;
    await userEvent.keyboard("/");
    expect(document.activeElement).toBe(field);
    expect(field).toHaveProperty("value", "");
  });

  test("g and a letter do nothing for a page without permission", async () => {
    useSession.setState(signedIn({ ...ADA, roles: { Gamma: [["can_read", "Chart"]] } }), true);
    const router = open();
    await userEvent.keyboard("gt");
    expect(router.state.location.pathname).toBe("/chart/list/");
    await userEvent.keyboard("gh");
    expect(router.state.location.pathname).toBe("/superset/welcome/");
  });
});
