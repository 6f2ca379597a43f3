import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { RISON } from "rison2";
import { beforeEach, describe, expect, test } from "vitest";
import { closeUpload, useUpload } from "../../features/upload/upload.ts";
import { pickFromMenu } from "../../testing/menus.ts";
import { type RecordedRequest, type Routes, serve } from "../../testing/network.ts";
import { queryClient } from "../../web/client/query.ts";
import { type SessionUser, signedIn, useSession } from "../../web/session/session.ts";
import { listAddress } from "./Collections.tsx";
import { HomePage } from "./HomePage.tsx";
import { filtersOf, MIXED_SHOWN, PAGE_SIZE } from "./home-data.ts";

const ALL = ["Dashboard", "Chart", "Dataset"].flatMap((view) => [
  ["can_read", view] as const,
  ["can_write", view] as const,
]);
const USER: SessionUser = {
  userId: 7,
  username: "ada",
  firstName: "Ada",
  lastName: "Lovelace",
  email: "",
  isAnonymous: false,
  roles: { Alpha: ALL },
};

const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000).toISOString();
const dashboards = Array.from({ length: 5 }, (_, index) => ({
  id: index + 1,
  dashboard_title: `Dashboard ${index + 1}`,
  published: index === 0,
  owners: [{ id: 7, first_name: "Ada", last_name: "Lovelace" }],
  changed_on_utc: at(10 * index + 5),
}));
const charts = Array.from({ length: 5 }, (_, index) => ({
  id: index + 11,
  slice_name: `Chart ${index + 1}`,
  viz_type: "pie",
  datasource_name_text: "main.flights",
  changed_on_utc: at(10 * index + 1),
}));
const page = (result: readonly { id: number }[], count = result.length) => ({
  body: { count, ids: result.map((row) => row.id), result },
});
const recent = (index: number) => ({
  action: "mount_dashboard",
  item_type: index % 2 === 0 ? "dashboard" : "slice",
  item_url: `/superset/dashboard/${index}/`,
  item_title: `Seen ${index}`,
  time: Date.now() - index * 60_000,
  time_delta_humanized: "",
});
const ROUTES: Routes = {
  "GET /api/v1/dashboard/": page(dashboards, 12),
  "GET /api/v1/chart/": page(charts, 30),
  "GET /api/v1/dataset/": page([]),
  "GET /api/v1/home/most_viewed/": { body: { result: [] } },
  "GET /api/v1/home/attention/": { body: { result: [] } },
  "GET /api/v1/log/recent_activity/": { body: { result: Array.from({ length: 9 }, (_, index) => recent(index + 1)) } },
};
const NOTHING: Routes = {
  ...ROUTES,
  "GET /api/v1/dashboard/": page([]),
  "GET /api/v1/chart/": page([]),
  "GET /api/v1/log/recent_activity/": { body: { result: [] } },
};
const queryOf = (request: RecordedRequest) =>
  RISON.parse(request.query.get("q") ?? "()") as { page_size: number; filters?: unknown[] };

function open() {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <HomePage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const section = (name: string) => within(screen.getByRole("region", { name }));

beforeEach(() => {
  queryClient.clear();
  localStorage.clear();
  useSession.setState(signedIn(USER), true);
});

describe("recents", () => {
  test("show the last six viewed items", async () => {
    serve(ROUTES);
    open();
    await screen.findByText("Seen 1");
    expect(section("Recents").getAllByRole("link")).toHaveLength(6);
    expect(section("Recents").getByText("Seen 6")).toBeTruthy();
  });

  test("show three edited items of each kind, requested for the user", async () => {
    const requests = serve(ROUTES);
    open();
    await screen.findByText("Seen 1");
    await userEvent.click(section("Recents").getByRole("radio", { name: "Edited" }));
    await waitFor(() => expect(section("Recents").getByText("Chart 1")).toBeTruthy());
    const edits = requests.filter((each) => each.query.get("q")?.includes("changed_by,opr:rel_o_m"));
    expect(edits.map((each) => queryOf(each))).toEqual([
      expect.objectContaining({ page_size: 3, filters: [{ col: "changed_by", opr: "rel_o_m", value: 7 }] }),
      expect.objectContaining({ page_size: 3, filters: [{ col: "changed_by", opr: "rel_o_m", value: 7 }] }),
    ]);
    expect(localStorage.getItem("tessera.home.recents")).toBe('"edited"');
  });

  test("show the change date for created items", async () => {
    serve(ROUTES);
    open();
    await screen.findByText("Seen 1");
    await userEvent.click(section("Recents").getByRole("radio", { name: "Created" }));
    const card = await section("Recents").findByRole("link", { name: /Chart 1/ });
    expect(card.textContent).toMatch(/Edited 1 min/);
  });

  test("that fail to load don't affect the rest of the page", async () => {
    serve({ ...ROUTES, "GET /api/v1/log/recent_activity/": { status: 500, body: { message: "Fatal error" } } });
    open();
    expect(await screen.findByText("Failed to load recents")).toBeTruthy();
    expect(await section("Dashboards and charts").findByText("Chart 1")).toBeTruthy();
  });

  test("show thumbnails once rendered, and icons until then", async () => {
    const requests = serve({
      ...ROUTES,
      "GET /api/v1/dashboard/1/thumbnail/latest/": { status: 202, body: { message: "The screenshot is being taken" } },
    });
    open();
    await screen.findByText("Seen 1");
    await waitFor(() => expect(requests.some(({ url }) => url.includes("/dashboard/6/thumbnail/latest/"))).toBe(true));
    expect(section("Recents").queryByRole("img")).toBeNull();
  });

  test("suggest published dashboards if nothing was viewed yet", async () => {
    const requests = serve({ ...ROUTES, "GET /api/v1/log/recent_activity/": { body: { result: [] } } });
    open();
    expect(await screen.findByText("Nothing viewed yet. Start with one of these:")).toBeTruthy();
    expect(await section("Recents").findByRole("link", { name: /Dashboard 1/ })).toBeTruthy();
    expect(requests.map((each) => queryOf(each).filters)).toContainEqual([
      { col: "published", opr: "eq", value: true },
    ]);
  });

  test("offer charts where there are no dashboards", async () => {
    serve({ ...NOTHING, "GET /api/v1/chart/": page(charts) });
    open();
    expect(await section("Recents").findByRole("link", { name: /Chart 1/ })).toBeTruthy();
  });

  test("say whom to ask when there is nothing to open, in the only box", async () => {
    serve(NOTHING);
    open();
    expect(await screen.findByText("No dashboards are shared with you yet")).toBeTruthy();
    await waitFor(() => expect(screen.getAllByRole("region")).toHaveLength(1));
    expect(screen.getByText(/Ask an administrator for access/)).toBeTruthy();
  });

  test("don't send administrators to an administrator", async () => {
    serve(NOTHING);
    useSession.setState(signedIn({ ...USER, roles: { Admin: [...ALL, ["can_write", "Database"]] } }), true);
    open();
    expect(await screen.findByText("No dashboards yet")).toBeTruthy();
    expect(screen.queryByText(/Ask an administrator/)).toBeNull();
  });
});

describe("collections", () => {
  test("mix item types, newest first", async () => {
    const requests = serve(ROUTES);
    open();
    const mine = section("Dashboards and charts");
    await mine.findByText("Chart 1");
    const titles = mine.getAllByRole("link").map((link) => link.textContent);
    expect(titles.slice(0, 4)).toEqual(["Chart 1", "Dashboard 1", "Chart 2", "Dashboard 2"]);
    expect(titles).toHaveLength(MIXED_SHOWN);
    const owned = requests.filter((each) => each.url.includes("rel_m_m"));
    expect(owned.map((each) => queryOf(each).page_size)).toEqual([PAGE_SIZE, PAGE_SIZE, PAGE_SIZE]);
  });

  test("of one type link to its list with the same filter", async () => {
    serve(ROUTES);
    open();
    const mine = section("Dashboards and charts");
    await userEvent.click(mine.getByRole("radio", { name: "Charts" }));
    const all = await mine.findByRole("link", { name: "View all (30)" });
    expect(decodeURIComponent(all.getAttribute("href") ?? "")).toBe(
      "/chart/list/?filters=(owners:(label:'Ada Lovelace',value:7))",
    );
  });

  test("the user's own items include saved queries, which open in SQL Lab", async () => {
    const pairs = [...ALL, ["can_read", "SavedQuery"] as const];
    useSession.setState(signedIn({ ...USER, roles: { Alpha: pairs } }), true);
    const row = { id: 4, label: "Genres", database: { database_name: "films" }, changed_on: at(0) };
    const requests = serve({ ...ROUTES, "GET /api/v1/saved_query/": page([row], 7) });
    open();
    const mine = section("Dashboards and charts");
    const link = await mine.findByRole("link", { name: "Genres" });
    expect(link.getAttribute("href")).toBe("/sqllab/?savedQueryId=4");
    expect(mine.getByText("Saved query")).toBeTruthy();
    expect(mine.getByText("films")).toBeTruthy();
    await userEvent.click(mine.getByRole("radio", { name: "Queries" }));
    const all = await mine.findByRole("link", { name: "View all (7)" });
    expect(all.getAttribute("href")).toBe("/savedqueryview/list/");
    await userEvent.click(mine.getByRole("button", { name: "Actions for Genres" }));
    expect((await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent)).toEqual([
      "Open in new tab",
      "Copy link",
    ]);
    await userEvent.keyboard("{Escape}");
    const before = requests.length;
    await userEvent.click(mine.getByRole("radio", { name: "Other" }));
    expect(await mine.findByText("Nothing here yet")).toBeTruthy();
    expect(requests.slice(before).filter(({ path }) => path.includes("saved_query"))).toEqual([]);
  });

  test("of favorites contain no datasets", () => {
    expect(filtersOf("dataset", "favorite", 7)).toBeUndefined();
    expect(filtersOf("chart", "favorite", 7)).toEqual([{ col: "id", opr: "chart_is_favorite", value: true }]);
    expect(filtersOf("chart", "other", 7)).toEqual([]);
    expect(listAddress("dashboard", "favorite", USER)).toContain("favorite");
    expect(listAddress("dataset", "other", USER)).toBe("/tablemodelview/list/");
  });

  test("begin with what others made for those who own nothing, and say what the empty ones are for", async () => {
    const unlessMine = (rows: ReturnType<typeof page>) => (request: RecordedRequest) =>
      /rel_m_m|favorite/.test(request.url) ? page([]) : rows;
    serve({
      ...ROUTES,
      "GET /api/v1/dashboard/": unlessMine(page(dashboards)),
      "GET /api/v1/chart/": unlessMine(page(charts)),
    });
    open();
    const all = section("Dashboards and charts");
    expect(await all.findByText("Dashboard 1")).toBeTruthy();
    expect(all.getByRole("radio", { name: "Other", checked: true })).toBeTruthy();
    await userEvent.click(all.getByRole("radio", { name: "Mine" }));
    expect(await all.findByText("You haven't created anything yet")).toBeTruthy();
    await userEvent.click(all.getByRole("radio", { name: "Favorite" }));
    expect(await all.findByText("No favorites yet")).toBeTruthy();
    expect(screen.queryByRole("region", { name: "Favorites" })).toBeNull();
  });
});

describe("favorites", () => {
  test("show type and owners, and can be removed", async () => {
    serve(ROUTES);
    open();
    const favorites = within(await screen.findByRole("region", { name: "Favorites" }));
    expect(await favorites.findByText("Dashboard 1")).toBeTruthy();
    expect(favorites.getAllByText("Dashboard · AL")).toHaveLength(5);
    expect(favorites.getByRole("button", { name: "Remove Dashboard 1 from favorites" })).toBeTruthy();
    expect(favorites.getByRole("link", { name: "View all (10)" })).toBeTruthy();
  });
});

describe("a first visit", () => {
  const UPLOADS = ["can_upload", "can_write"].map((permission) => [permission, "Database"] as const);
  const first: Routes = {
    ...ROUTES,
    "GET /api/v1/log/recent_activity/": { body: { result: [] } },
    "GET /api/v1/dashboard/": page([{ ...dashboards[0], url: "/superset/dashboard/us-flight-delays/" } as never]),
  };

  test("begins with data: a database or an example, and a file in one place", async () => {
    serve(first);
    useSession.setState(signedIn({ ...USER, roles: { Admin: [...ALL, ...UPLOADS] } }), true);
    open();
    const start = within(await screen.findByRole("region", { name: "Start with data" }));
    const links = await start.findAllByRole("link");
    expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
      ["Connect a database", "/databaseview/list/?connect=1"],
      ["Open the example dashboard", "/superset/dashboard/us-flight-delays/"],
    ]);
    expect(useUpload.getState().isOpen).toBe(false);
    await userEvent.click(screen.getByRole("button", { name: /Upload/ }));
    expect(useUpload.getState().isOpen).toBe(true);
    closeUpload();
    const quick = within(screen.getByRole("navigation", { name: "Start" }));
    expect(quick.getByRole("button", { name: /Upload a file/ })).toBeTruthy();
    expect(quick.queryByText("New dataset")).toBeNull();
    expect(screen.queryByRole("button", { name: /New/ })).toBeNull();
  });

  test("offers only permitted actions, and none to users who have viewed something", async () => {
    serve(first);
    open();
    const start = within(await screen.findByRole("region", { name: "Start with data" }));
    expect(await start.findAllByRole("listitem")).toHaveLength(1);
    cleanup();
    queryClient.clear();
    serve(ROUTES);
    open();
    await screen.findByText("Seen 1");
    expect(screen.queryByText("Start with data")).toBeNull();
  });
});

test("offers no create actions to users without create permissions", async () => {
  serve(ROUTES);
  useSession.setState(signedIn({ ...USER, roles: { Reader: [["can_read", "Dashboard"]] } }), true);
  open();
  await screen.findByText("Seen 1");
  expect(screen.queryByText("New chart")).toBeNull();
  expect(screen.queryByRole("button", { name: /New/ })).toBeNull();
  expect(screen.queryByRole("radio", { name: "Charts" })).toBeNull();
});

describe("a collection row", () => {
  const openMenu = async (title: string) => {
    await section("Dashboards and charts").findByText(title);
    await userEvent.click(screen.getByRole("button", { name: `Actions for ${title}` }));
  };

  test("can be added to and removed from favorites", async () => {
    const requests = serve({
      ...ROUTES,
      "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
      "DELETE /api/v1/dashboard/1/favorites/": { body: { result: "OK" } },
    });
    open();
    await screen.findByRole("region", { name: "Favorites" });
    await openMenu("Dashboard 1");
    await pickFromMenu("Remove from favorites");
    await waitFor(() => expect(requests.some((each) => each.method === "DELETE")).toBe(true));
  });

  test("can copy its link", async () => {
    serve(ROUTES);
    const user = userEvent.setup();
    open();
    await openMenu("Chart 1");
    await user.click(await screen.findByRole("menuitem", { name: "Copy link" }));
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/explore/?slice_id=11`);
  });

  test("shows its source, and whether a dashboard is published", async () => {
    serve(ROUTES);
    open();
    const mine = section("Dashboards and charts");
    const row = (title: RegExp) => within(mine.getByRole("row", { name: title }));
    await mine.findByText("Chart 1");
    expect(row(/^Chart 1/).getByText("main.flights")).toBeTruthy();
    expect(row(/^Dashboard 1/).getByText("Published")).toBeTruthy();
    expect(row(/^Dashboard 2/).getByText("Draft")).toBeTruthy();
  });
});

describe("a failure", () => {
  test("to load favorites is shown in their section and can be retried", async () => {
    const trouble = { status: 500, body: { message: "Fatal error" } };
    let isBroken = true;
    const answer = (rows: ReturnType<typeof page>) => (request: RecordedRequest) =>
      isBroken && request.url.includes("favorite") ? trouble : rows;
    serve({
      ...ROUTES,
      "GET /api/v1/dashboard/": answer(page(dashboards)),
      "GET /api/v1/chart/": answer(page(charts)),
    });
    open();
    const favorites = within(await screen.findByRole("region", { name: "Favorites" }));
    expect(await favorites.findByText("Failed to load favorites")).toBeTruthy();
    isBroken = false;
    await userEvent.click(favorites.getByRole("button", { name: /again|Retry/ }));
    expect(await favorites.findByText("Dashboard 1")).toBeTruthy();
  });

  test("to load a collection doesn't affect recents", async () => {
    serve({ ...ROUTES, "GET /api/v1/dataset/": { status: 500, body: { message: "Fatal error" } } });
    open();
    expect(await screen.findByText("There was an error fetching the filtered charts and dashboards:")).toBeTruthy();
    expect(await section("Recents").findByText("Seen 1")).toBeTruthy();
  });
});

test("shows items of other users on click, and remembers the choice", async () => {
  const requests = serve(ROUTES);
  open();
  const mine = section("Dashboards and charts");
  await mine.findByText("Chart 1");
  await userEvent.click(mine.getByRole("radio", { name: "Other" }));
  await waitFor(() => expect(requests.some((each) => queryOf(each).filters?.length === 0)).toBe(true));
  expect(localStorage.getItem("tessera.home.collection")).toBe('"other"');
});

describe("what needs attention", () => {
  const trouble = (id: number, kind: string, more: object) => ({
    ...{ id, kind, name: `Thing ${id}`, url: `/thing/${id}/`, at: at(90) },
    ...{ message: null, is_quoted: false, value: null, slow: null, ...more },
  });
  const troubles = [
    trouble(1, "database_failed", { message: "The host db.example.org is down" }),
    trouble(2, "report_failed", { message: "The mail server refused it", is_quoted: true }),
    trouble(3, "alert_failed", {}),
    trouble(4, "alert_fired", { value: 41.8 }),
    trouble(5, "dashboard_slow", { at: null, slow: { chart: "Delays", seconds: 8.21, loads: 1200 } }),
    trouble(6, "report_failed", {}),
  ];
  const withTroubles = { ...ROUTES, "GET /api/v1/home/attention/": { body: { result: troubles } } };

  test("says what failed, why and when, and leads there", async () => {
    serve(withTroubles);
    open();
    const attention = within(await screen.findByRole("region", { name: "Needs attention" }));
    expect(attention.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      expect.stringMatching(
        /^Connection to “.?Thing 1.?” failedThe host db.example.org is down.*(ago|today|yesterday)/i,
      ),
      expect.stringMatching(/^Report “.?Thing 2.?” failed to send“.?The mail server refused it.?”/),
      expect.stringMatching(/^Alert “.?Thing 3.?” failed to run or send/),
      expect.stringMatching(/^Alert “.?Thing 4.?” firedValue: .?41.8/),
      expect.stringMatching(
        /^Dashboard “.?Thing 5.?” is slow“.?Delays.?” takes 8.2 s on average \(1,200 loads in 7 days\)$/,
      ),
    ]);
    expect(attention.getByRole("link", { name: /Thing 1/ }).getAttribute("href")).toBe("/thing/1/");
    await userEvent.click(attention.getByRole("button", { name: "View all (6)" }));
    expect(attention.getAllByRole("listitem")).toHaveLength(6);
    expect(attention.queryByRole("button")).toBeNull();
  });

  test("is nothing where there is none", async () => {
    serve(ROUTES);
    open();
    await section("Dashboards and charts").findByText("Chart 1");
    expect(screen.queryByText("Needs attention")).toBeNull();
  });

  test("that can't be checked says so, and can be tried again", async () => {
    let isBroken = true;
    const broken = { status: 500, body: { message: "Fatal error" } };
    serve({
      ...withTroubles,
      "GET /api/v1/home/attention/": () => (isBroken ? broken : { body: { result: troubles } }),
    });
    open();
    const attention = within(await screen.findByRole("region", { name: "Needs attention" }));
    expect(attention.getByText("Failed to check for problems")).toBeTruthy();
    isBroken = false;
    await userEvent.click(attention.getByRole("button", { name: "Retry" }));
    expect(await attention.findByRole("link", { name: /Thing 1/ })).toBeTruthy();
  });
});

describe("the dashboards viewed most", () => {
  const row = { id: 3, dashboard_title: "Popular", url: "/superset/dashboard/3/", changed_on_utc: at(5), views: 1204 };

  test("are named with their views, and absent without any", async () => {
    serve({ ...ROUTES, "GET /api/v1/home/most_viewed/": { body: { result: [row, { ...row, id: 4, views: 1 }] } } });
    open();
    const most = within(await screen.findByRole("region", { name: "Most viewed" }));
    const [link] = await most.findAllByRole("link", { name: "Popular" });
    expect(link?.getAttribute("href")).toBe("/superset/dashboard/3/");
    expect(most.getByText("1,204 views")).toBeTruthy();
    expect(most.getByText("1 view")).toBeTruthy();
    cleanup();
    queryClient.clear();
    serve(ROUTES);
    open();
    await section("Dashboards and charts").findByText("Chart 1");
    await waitFor(() => expect(screen.queryByText("Most viewed")).toBeNull());
  });

  test("that don't load leave the rest alone", async () => {
    serve({ ...ROUTES, "GET /api/v1/home/most_viewed/": { status: 500, body: { message: "Fatal error" } } });
    open();
    expect(await screen.findByText("Failed to load the most viewed dashboards")).toBeTruthy();
    expect(await section("Recents").findByText("Seen 1")).toBeTruthy();
  });
});
