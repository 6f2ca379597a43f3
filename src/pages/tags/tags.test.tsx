import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { chooseAllRows } from "../../testing/menus.ts";
import { type RecordedRequest, type Routes, serve } from "../../testing/network.ts";
import { forgetCsrfToken } from "../../web/client/client.ts";
import { queryClient } from "../../web/client/query.ts";
import { signedIn, useSession } from "../../web/session/session.ts";
import { useToasts } from "../../web/toasts/toasts.ts";
import { TagsPage } from "./TagsPage.tsx";

const ME = { userId: 7, username: "ada", firstName: "Ada", lastName: "U", email: "a@b.example", isAnonymous: false };
const API = "/api/v1/tag/";
const FILMS = { id: 4, name: "films", type: 1, description: "On the screen", changed_on: "2024-11-14T09:00:00" };
const MUSIC = { id: 5, name: "music", type: 1, description: null, changed_on: "2024-11-14T09:00:00" };
const taggedItem = (id: number, type: string, name: string) => ({
  ...{ id, type, name, url: "/", changed_on: "2024-11-14T09:00:00", created_by: 1, creator: "Ada" },
  tags: [],
  owners: [],
});
const OBJECTS = [taggedItem(3, "dashboard", "Film economics"), taggedItem(9, "chart", "Budgets")];

const ROUTES: Routes = {
  "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
  [`GET ${API}`]: { body: { count: 2, ids: [4, 5], result: [FILMS, MUSIC] } },
  [`GET ${API}4`]: { body: { id: 4, result: FILMS } },
  [`GET ${API}object_counts/`]: { body: { result: [{ id: 4, dashboard: 1, chart: 3, query: 0, dataset: 0 }] } },
  [`GET ${API}favorite_status/`]: { body: { result: [{ id: 4, value: true }] } },
  [`GET ${API}get_objects/`]: { body: { result: OBJECTS } },
  "GET /api/v1/dashboard/": { body: { count: 1, ids: [8], result: [{ id: 8, dashboard_title: "Box office" }] } },
  "GET /api/v1/chart/": { body: { count: 0, ids: [], result: [] } },
};

const WRITER = ["can_read", "can_write", "can_bulk_create"];

beforeEach(() => {
  queryClient.clear();
  forgetCsrfToken();
  useToasts.setState({ toasts: [] });
});

function open(path = "/superset/tags/", routes: Routes = {}, pairs = WRITER) {
  const own = pairs.map((name): [string, string] => [name, "Tag"]);
  const roles = { Gamma: [...own, ["can_read", "Dashboard"], ["can_read", "Chart"]] as [string, string][] };
  useSession.setState(signedIn({ ...ME, roles }), true);
  const requests = serve({ ...ROUTES, ...routes });
  const router = createMemoryRouter([{ path: "/superset/tags/", element: <TagsPage /> }], { initialEntries: [path] });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return requests;
}

const sent = (requests: readonly RecordedRequest[]) =>
  requests.filter((one) => one.method !== "GET").map(({ method, url, body }) => ({ method, url, body }));

test("lists custom tags with usage and favorites", async () => {
  const requests = open("/superset/tags/", { [`DELETE ${API}4/favorites/`]: { body: { result: "OK" } } });
  const row = within(await screen.findByRole("row", { name: /films/ }));
  expect(row.getByRole("link", { name: "films" }).getAttribute("href")).toBe("/superset/all_entities/?id=4");
  expect(row.getByText("1 dashboard, 3 charts")).toBeTruthy();
  expect(requests.find(({ path }) => path === API)?.query.get("q")).toContain("(col:type,opr:custom_tag,value:!t)");
  await userEvent.click(await row.findByRole("button", { name: "Remove films from favorites" }));
  await waitFor(() =>
    expect(sent(requests)).toEqual([{ method: "DELETE", url: `${API}4/favorites/`, body: undefined }]),
  );
});

test("read-only users are offered no changes", async () => {
  open("/superset/tags/?edit=4&new=1", {}, ["can_read"]);
  expect(await screen.findByText("films")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /New tag|Actions/ })).toBeNull();
  expect(screen.queryByRole("checkbox")).toBeNull();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("creates a tag on own items; a duplicate name is reported", async () => {
  let count = 1;
  const requests = open("/superset/tags/?new=1", {
    [`GET ${API}`]: () => ({ body: { count, ids: [], result: [] } }),
    [`POST ${API}`]: { status: 201, body: {} },
  });
  await userEvent.type(await screen.findByLabelText("Name *"), " films ");
  await userEvent.click(screen.getByRole("combobox", { name: "Dashboards" }));
  await userEvent.click(await screen.findByTitle("Box office"));
  const own = requests.find(({ path }) => path === "/api/v1/dashboard/")?.query.get("q");
  expect(own).toContain("(col:owners,opr:rel_m_m,value:7)");
  expect(screen.queryByRole("combobox", { name: "Datasets" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: /Save tag/ }));
  expect(await screen.findByText("Must be unique")).toBeTruthy();
  expect(sent(requests)).toEqual([]);
  count = 0;
  await userEvent.click(screen.getByRole("button", { name: /Save tag/ }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const body = { name: "films", description: null, objects_to_tag: [["dashboard", 8]] };
  expect(sent(requests)).toEqual([{ method: "POST", url: API, body }]);
});

test("saves only changes and reports items that can't be edited", async () => {
  const answers = [{ status: 403, body: { message: "Forbidden" } }, { body: { id: 4, result: {} } }];
  const requests = open("/superset/tags/?edit=4", { [`PUT ${API}4`]: () => answers.shift() ?? { status: 500 } });
  expect(await screen.findByLabelText("Name *")).toHaveProperty("value", "films");
  const chip = screen.getByTitle("Budgets");
  await userEvent.click(within(chip).getByLabelText("close"));
  await userEvent.click(screen.getByRole("button", { name: /Save tag/ }));
  expect(await screen.findByText(/you can't edit one of the items/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: /Save tag/ }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent(requests).at(-1)).toEqual({
    ...{ method: "PUT", url: `${API}4`, body: { objects_to_tag: [["dashboard", 3]] } },
  });
});

test("system tags can't be edited", async () => {
  const own = { ...FILMS, name: "type:chart", type: 2 };
  open("/superset/tags/?edit=4", { [`GET ${API}4`]: { body: { id: 4, result: own } } });
  expect(await screen.findByText("System tags can't be edited.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Save tag/ })).toBeNull();
});

test("several tags can be added to items", async () => {
  const requests = open("/superset/tags/", {
    [`POST ${API}bulk_create`]: {
      body: { result: { objects_tagged: [["dashboard", 8]], objects_skipped: [] } },
    },
  });
  await chooseAllRows();
  await userEvent.click(screen.getByRole("button", { name: "Tag items" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Tag items with 2 tags" }));
  expect(dialog.getByText("films, music")).toBeTruthy();
  await userEvent.click(dialog.getByRole("combobox", { name: "Dashboards" }));
  await userEvent.click(await screen.findByTitle("Box office"));
  await userEvent.click(dialog.getByRole("button", { name: /Add tags/ }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const objects_to_tag = [["dashboard", 8]];
  expect(sent(requests).map(({ body }) => body)).toEqual([
    {
      tags: [
        { name: "films", objects_to_tag },
        { name: "music", objects_to_tag },
      ],
    },
  ]);
  expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(["Tagged 1 item"]);
});

test("several tags are deleted by name, after showing where they are used", async () => {
  const requests = open("/superset/tags/", { [`DELETE ${API}`]: { body: { message: "Deleted 2 tags" } } });
  await chooseAllRows();
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  const question = within(await screen.findByRole("dialog", { name: "Delete 2 tags?" }));
  expect(await question.findByText("The tags will be removed from 1 dashboard, 1 chart.")).toBeTruthy();
  await userEvent.type(question.getByLabelText("Type DELETE to confirm"), "delete");
  await userEvent.click(question.getByRole("button", { name: "Delete 2 tags" }));
  await waitFor(() => expect(sent(requests)).toHaveLength(1));
  expect(decodeURIComponent(sent(requests)[0]?.url ?? "")).toBe(`${API}?q=!(films,music)`);
});

test("explains an empty list and missing access", async () => {
  open("/superset/tags/", { [`GET ${API}`]: { body: { count: 0, ids: [], result: [] } } });
  expect(await screen.findByText("No tags yet")).toBeTruthy();
  queryClient.clear();
  open("/superset/tags/", { [`GET ${API}`]: { status: 403, body: { message: "Forbidden" } } });
  expect(await screen.findByText("You don't have access to tags")).toBeTruthy();
});
