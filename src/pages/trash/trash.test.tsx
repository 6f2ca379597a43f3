import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { chooseAllRows, pickFromMenu } from "../../testing/menus.ts";
import { type Routes, serve } from "../../testing/network.ts";
import { forgetCsrfToken } from "../../web/client/client.ts";
import { queryClient } from "../../web/client/query.ts";
import { mainPlaces, visiblePlaces } from "../../web/navigation/places.ts";
import { signedIn, useSession } from "../../web/session/session.ts";
import { dismiss, useToasts } from "../../web/toasts/toasts.ts";
import { TrashPage } from "./TrashPage.tsx";

const MOMENTS = { deleted_on: "2026-01-02T10:00:00.000000", expires_on: "2026-02-01T10:00:00.000000" };
const PERSON = { id: 1, first_name: "Ada", last_name: "Lovelace" };
const CHART = { id: 4, type: "chart", object_id: 12, name: "Delays", deleted_by: PERSON, ...MOMENTS };
const DATASET = { id: 7, type: "dataset", object_id: 2, name: "flights", deleted_by: PERSON, ...MOMENTS };

const toastTexts = () => useToasts.getState().toasts.map((each) => each.text);

function open(routes: Routes = {}, pairs: readonly (readonly [string, string])[] = [["can_write", "Chart"]]) {
  const rows = [CHART, DATASET];
  const requests = serve({
    "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
    "GET /api/v1/trash/": () => ({ body: { count: rows.length, ids: rows.map((row) => row.id), result: rows } }),
    ...routes,
  });
  const person = { username: "ada", firstName: "Ada", lastName: "Lovelace", userId: 1, email: "", isActive: true };
  const user = {
    ...person,
    isAnonymous: false,
    createdOn: "",
    loginCount: 1,
    roles: { Gamma: pairs },
    permissions: {},
  };
  useSession.setState(signedIn(user as never), true);
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <TrashPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return requests;
}

beforeEach(() => {
  queryClient.clear();
  forgetCsrfToken();
  for (const each of useToasts.getState().toasts) dismiss(each.id);
});

test("lists deleted items with user and expiration, and restores several with datasets first", async () => {
  const requests = open({
    "POST /api/v1/trash/4/restore/": { body: { id: 12, type: "chart", result: {} } },
    "POST /api/v1/trash/7/restore/": { body: { id: 2, type: "dataset", result: {} } },
  });
  const row = (await screen.findByText("Delays")).closest("tr");
  expect(row?.textContent).toContain("Chart");
  expect(row?.textContent).toContain("Ada Lovelace");
  expect(row?.textContent).toContain("Feb 1, 2026");
  expect(row?.querySelector("a")).toBeNull();
  await chooseAllRows();
  await userEvent.click(screen.getByRole("button", { name: "Restore" }));
  await waitFor(() => expect(toastTexts()).toEqual(["Restored: 2 items"]));
  expect(requests.filter(({ method }) => method === "POST").map(({ path }) => path)).toEqual([
    "/api/v1/trash/7/restore/",
    "/api/v1/trash/4/restore/",
  ]);
});

test("a failed restore is reported", async () => {
  open({ "POST /api/v1/trash/7/restore/": { status: 422, body: { message: "Dataset flights already exists" } } });
  await userEvent.click(await screen.findByRole("button", { name: "Restore: flights" }));
  await waitFor(() => expect(toastTexts()).toEqual(["Failed to restore flights: Dataset flights already exists"]));
});

test("deletes permanently only after typing DELETE", async () => {
  const requests = open({ "DELETE /api/v1/trash/4": { body: { message: "OK" } } });
  await userEvent.click(await screen.findByRole("button", { name: "Actions for Delays" }));
  await pickFromMenu("Delete permanently");
  const field = await screen.findByLabelText("Type DELETE to confirm");
  expect(requests.some(({ method }) => method === "DELETE")).toBe(false);
  await userEvent.type(field, "delete{Enter}");
  await waitFor(() => expect(toastTexts()).toEqual(["Deleted: Delays"]));
  expect(requests.find(({ method }) => method === "DELETE")?.path).toBe("/api/v1/trash/4");
});

test("explains an empty trash; users without edit permission have no access and no menu entry", async () => {
  open({ "GET /api/v1/trash/": { body: { count: 0, ids: [], result: [] } } });
  expect(await screen.findByText("The trash is empty")).toBeTruthy();
  expect(visiblePlaces().map((place) => place.label)).toContain("Trash");
  expect(mainPlaces().map((place) => place.label)).not.toContain("Trash");
  document.body.replaceChildren();
  const requests = open({}, [["can_read", "Chart"]]);
  expect(await screen.findByText("You don't have access to the trash")).toBeTruthy();
  expect(visiblePlaces().map((place) => place.label)).not.toContain("Trash");
  expect(requests).toEqual([]);
});
