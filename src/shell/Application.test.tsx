import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentType } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { serve } from "../testing/network.ts";
import { NotFound } from "../ui/NotFound.tsx";
import { connectionFound, connectionLost, onReconnected, useConnection } from "../web/client/connection.ts";
import { queryClient } from "../web/client/query.ts";
import { PageHeader } from "../web/components/PageHeader.tsx";
import type { Page } from "../web/page.ts";
import { signedIn, useSession } from "../web/session/session.ts";
import { Toaster } from "../web/toasts/Toaster.tsx";
import { dismiss, toast, useToasts } from "../web/toasts/toasts.ts";
import { Boundary } from "./Boundary.tsx";
import { routesOf } from "./router.tsx";

const Home = () => <PageHeader title="Home" />;
const Charts = () => <PageHeader title="Charts" />;
const Dashboards = () => <PageHeader title="Dashboards" />;
const SignIn = () => <PageHeader title="Sign in" />;
const Broken = () => {
  throw new Error("boom");
};
const CONTENTS: Readonly<Record<string, ComponentType>> = { Home, Charts, Dashboards, "Sign in": SignIn };

const fault = { on: true };
function Part() {
  if (fault.on) throw new Error("boom");
  return <p>whole again</p>;
}

const page = (path: string, title: string, guard: Page["guard"], bare = false): Page => ({
  path,
  title,
  guard,
  bare,
  load: async () => ({ Component: CONTENTS[title] ?? Broken }),
});
const PAGES: readonly Page[] = [
  { ...page("/superset/welcome/", "Home", null), aliases: ["/"] },
  page("/chart/list/", "Charts", ["can_read", "Chart"]),
  page("/dashboard/list/", "Dashboards", ["can_read", "Dashboard"]),
  page("/login/", "Sign in", "public", true),
  page("/broken/", "Broken", null),
  { ...page("*", "Not found", null), load: async () => ({ Component: NotFound }) },
  {
    ...page("/lost/", "Lost", null),
    load: async () => {
      throw new TypeError("Failed to fetch dynamically imported module: http://127.0.0.1/static/assets/lost.js");
    },
  },
];
const USER = {
  userId: 1,
  username: "ada",
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@example.com",
  isAnonymous: false,
};

function open(address: string) {
  const router = createMemoryRouter(routesOf(PAGES), { initialEntries: [address] });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

beforeEach(() => {
  queryClient.clear();
  localStorage.clear();
  serve({
    "GET /api/v1/dashboard/": { body: { count: 0, ids: [], result: [] } },
    "GET /api/v1/chart/": { body: { count: 0, ids: [], result: [] } },
  });
  useSession.setState(signedIn({ ...USER, roles: { Gamma: [["can_read", "Chart"]] } }), true);
});

describe("pages", () => {
  test("render inside the shell and set the tab title", async () => {
    open("/");
    expect(await screen.findByRole("heading", { level: 1, name: "Home" })).toBeTruthy();
    expect(document.title).toBe("Home · Tessera");
    expect(screen.getAllByRole("navigation", { name: "Main" }).length).toBeGreaterThan(0);
    expect(screen.getByRole("link", { name: "Skip to content" }).getAttribute("href")).toBe("#content");
  });

  test("redirect to sign-in and back if no user is signed in", async () => {
    useSession.setState({ kind: "anonymous" }, true);
    const router = open("/chart/list/?pageIndex=2");
    expect(await screen.findByRole("heading", { name: "Sign in" })).toBeTruthy();
    expect(router.state.location.pathname + router.state.location.search).toBe(
      "/login/?next=%2Fchart%2Flist%2F%3FpageIndex%3D2",
    );
    expect(screen.queryByRole("navigation")).toBeNull();
  });

  test("are open to visitors with public access, and otherwise redirect to sign-in", async () => {
    const visitor = { ...USER, userId: 0, username: "", firstName: "", lastName: "", isAnonymous: true };
    useSession.setState(signedIn({ ...visitor, roles: { Public: [["can_read", "Chart"]] } }), true);
    open("/chart/list/");
    expect(await screen.findByRole("heading", { level: 1, name: "Charts" })).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Home" })).toBeNull();
    expect(screen.getByRole("button", { name: "Sign in" })).toBeTruthy();
    cleanup();
    for (const closed of ["/superset/welcome/", "/dashboard/list/"]) {
      const router = open(closed);
      expect(await screen.findByRole("heading", { name: "Sign in" })).toBeTruthy();
      expect(router.state.location.search).toBe(`?next=${encodeURIComponent(closed)}`);
      cleanup();
    }
  });

  test("keep a posted form until sign-in, and drop forms posted to other pages", async () => {
    const posted = () => sessionStorage.getItem("tessera.posted");
    const brought = Object.assign(document.createElement("script"), { type: "application/json", textContent: "{}" });
    brought.dataset.answer = "/chart/list/";
    document.body.append(brought);
    useSession.setState({ kind: "anonymous" }, true);
    open("/chart/list/");
    await screen.findByRole("heading", { name: "Sign in" });
    expect(posted()).toBe('["/chart/list/","{}"]');
    cleanup();
    useSession.setState(signedIn({ ...USER, roles: { Gamma: [["can_read", "Chart"]] } }), true);
    open("/chart/list/");
    await screen.findByRole("heading", { name: "Charts" });
    expect(posted()).not.toBeNull();
    cleanup();
    open("/");
    await screen.findByRole("heading", { name: "Home" });
    expect(posted()).toBeNull();
  });

  test("show a no-access message without permission", async () => {
    open("/dashboard/list/");
    expect(await screen.findByRole("heading", { level: 1, name: "You don't have access to dashboards" })).toBeTruthy();
    expect(screen.getByText(/administrator/)).toBeTruthy();
    expect(screen.getByRole("link", { name: "Go to Home" }).getAttribute("href")).toBe("/superset/welcome/");
    expect(screen.getByRole("button", { name: "Sign in as another user" })).toBeTruthy();
  });

  test("show a not-found message if they don't exist", async () => {
    open("/nowhere/");
    expect(await screen.findByRole("heading", { name: "This page doesn't exist" })).toBeTruthy();
  });

  test("that crash don't break the shell", async () => {
    const quiet = vi.spyOn(console, "error").mockImplementation(() => {});
    open("/broken/");
    expect(await screen.findByText("Unexpected error")).toBeTruthy();
    expect(screen.getByText("Unexpected error: boom")).toBeTruthy();
    expect(screen.getAllByRole("navigation", { name: "Main" }).length).toBeGreaterThan(0);
    quiet.mockRestore();
  });
});

describe("a page whose code is loading", () => {
  test("shows a progress bar at the top until loaded", async () => {
    let arrive = () => {};
    const slow: Page = {
      ...page("/slow/", "Slow", null),
      load: () =>
        new Promise((resolve) => {
          arrive = () => resolve({ Component: Charts });
        }),
    };
    const router = createMemoryRouter(routesOf([...PAGES, slow]), { initialEntries: ["/"] });
    render(
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    );
    await screen.findByRole("heading", { name: "Home" });
    const line = () => document.querySelector("[data-loading-line]");
    expect(line()).toBeNull();
    act(() => void router.navigate("/slow/"));
    await waitFor(() => expect(line()).not.toBeNull());
    expect(screen.getByRole("heading", { name: "Home" })).toBeTruthy();
    act(() => arrive());
    await screen.findByRole("heading", { name: "Charts" });
    expect(line()).toBeNull();
  });
});

describe("pages whose code fails to load", () => {
  test("show that the server can't be reached, wait for it, and keep the shell", async () => {
    const quiet = vi.spyOn(console, "error").mockImplementation(() => {});
    serve({ "GET /health": () => Promise.reject(new TypeError("Failed to fetch")) });
    open("/lost/");
    expect(await screen.findByText("Can't reach the server. The page opens when the connection is back.")).toBeTruthy();
    expect(useConnection.getState().kind).toBe("offline");
    expect(screen.queryByText(/dynamically imported/)).toBeNull();
    expect(screen.getAllByRole("navigation", { name: "Main" }).length).toBeGreaterThan(0);
    connectionFound();
    quiet.mockRestore();
  });

  test("say that a newer version may be installed if the server can be reached", async () => {
    const quiet = vi.spyOn(console, "error").mockImplementation(() => {});
    serve({ "GET /health": { body: {} } });
    open("/lost/");
    expect(await screen.findByText(/newer version may have been installed/)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Reload" })).toBeTruthy();
    quiet.mockRestore();
  });
});

describe("the shell", () => {
  test("shows only permitted pages, and marks the current one", async () => {
    open("/chart/list/");
    const rail = (await screen.findAllByRole("link", { name: "Charts" }))[0];
    expect(rail?.getAttribute("aria-current")).toBe("page");
    expect(screen.queryByRole("link", { name: "Dashboards" })).toBeNull();
  });

  test("opens pages by g and a letter", async () => {
    const router = open("/");
    await screen.findByRole("heading", { name: "Home" });
    fireEvent.keyDown(document.body, { key: "g" });
    fireEvent.keyDown(document.body, { key: "c" });
    await waitFor(() => expect(router.state.location.pathname).toBe("/chart/list/"));
  });

  test("collapses its sidebar and remembers it", async () => {
    open("/");
    await userEvent.click(await screen.findByRole("button", { name: "Collapse sidebar" }));
    expect(localStorage.getItem("tessera.rail.wide")).toBe("false");
    expect(screen.getByRole("button", { name: "Expand sidebar" })).toBeTruthy();
  });

  test("opens help with ?", async () => {
    open("/");
    await screen.findByRole("heading", { name: "Home" });
    fireEvent.keyDown(document.body, { key: "?" });
    expect(await screen.findByText("Go to the search field")).toBeTruthy();
  });

  test("hides New from users without create permissions", async () => {
    open("/");
    await screen.findByRole("heading", { name: "Home" });
    expect(screen.queryByRole("button", { name: "New" })).toBeNull();
  });

  test("shows that the session ended, and keeps the page", async () => {
    open("/");
    await screen.findByRole("heading", { name: "Home" });
    const session = useSession.getState();
    if (session.kind === "signed-in") useSession.setState({ ...session, ended: true }, true);
    expect(await screen.findByText("Your session timed out")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Stay on this page" }));
    expect(screen.getByRole("heading", { name: "Home" })).toBeTruthy();
  });

  test("lets the same user sign in again in place, and retries rejected requests", async () => {
    const refused = vi.fn();
    const stop = onReconnected(refused);
    const requests = serve({
      "POST /login/": { body: { result: { next: "/" } } },
      "GET /api/v1/me/roles/": { body: { result: { ...USER, roles: {} } } },
    });
    open("/");
    await screen.findByRole("heading", { name: "Home" });
    const session = useSession.getState();
    if (session.kind === "signed-in") act(() => useSession.setState({ ...session, ended: true }, true));
    const dialog = within(await screen.findByRole("dialog", { name: "Your session timed out" }));
    expect((dialog.getByLabelText("Username or email") as HTMLInputElement).readOnly).toBe(true);
    const password = dialog.getByLabelText("Password");
    await waitFor(() => expect(document.activeElement).toBe(password));
    await userEvent.type(password, "secret");
    await userEvent.click(dialog.getByRole("button", { name: "Sign in" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(requests.find(({ method }) => method === "POST")?.body).toEqual({ username: "ada", password: "secret" });
    expect(refused).toHaveBeenCalledOnce();
    expect(screen.getByRole("heading", { name: "Home" })).toBeTruthy();
    stop();
  });

  test("shows when the connection is lost and restored", async () => {
    open("/");
    await screen.findByRole("heading", { name: "Home" });
    await waitFor(() => {
      connectionLost();
      expect(screen.getByText(/^Offline, retrying in [12] s$/)).toBeTruthy();
    });
    connectionFound();
    await waitFor(() => expect(screen.queryByText(/Offline/)).toBeNull());
    act(connectionLost);
    await screen.findByText(/^Offline, retrying/);
    window.dispatchEvent(new Event("online"));
    await waitFor(() => expect(screen.queryByText(/Offline/)).toBeNull(), { timeout: 1000 });
  });
});

test("a crashed part of a page can be retried", async () => {
  const quiet = vi.spyOn(console, "error").mockImplementation(() => {});
  render(
    <Boundary compact>
      <Part />
    </Boundary>,
  );
  fault.on = false;
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(screen.getByText("whole again")).toBeTruthy();
  quiet.mockRestore();
});

describe("toasts on the page", () => {
  beforeEach(() => useToasts.setState({ toasts: [] }));

  test("run their action and close", async () => {
    const undo = vi.fn();
    render(<Toaster />);
    toast.success("Deleted: x", { action: { label: "Undo", run: undo } });
    await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
    expect(undo).toHaveBeenCalledOnce();
    expect(screen.queryByText("Deleted: x")).toBeNull();
  });

  test("for errors are alerts that can be expanded", async () => {
    render(<Toaster />);
    toast.danger("It failed", { detail: "500 Server error" });
    const alert = await screen.findByRole("alert");
    await userEvent.click(screen.getByText("See more"));
    expect(alert.textContent).toContain("500 Server error");
    for (const each of useToasts.getState().toasts) dismiss(each.id);
  });
});
