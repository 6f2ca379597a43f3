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

const said = () => useToasts.getState().toasts.map((each) => each.text);

function open(routes: Routes = {}, pairs: readonly (readonly [string, string])[] = [["can_write", "Chart"]]) {
  const rows = [CHART, DATASET];
  const asked = serve({
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
  return asked;
}

beforeEach(() => {
  queryClient.clear();
  forgetCsrfToken();
  for (const each of useToasts.getState().toasts) dismiss(each.id);
});

test("says what was deleted by whom and until when it is kept, and restores several things with datasets first", async () => {
  const asked = open({
    "POST /api/v1/trash/4/restore/": { body: { id: 12, type: "chart", result: {} } },
    "POST /api/v1/trash/7/restore/": { body: { id: 2, type: "dataset", result: {} } },
  });
  const row = (await screen.findByText("Delays")).closest("tr");
  expect(row?.textContent).toContain("Chart");
  expect(row?.textContent).toContain("Ada Lovelace");
  expect(row?.textContent).toContain("1 Feb 2026");
  expect(row?.querySelector("a")).toBeNull();
  await chooseAllRows();
  await userEvent.click(screen.getByRole("button", { name: "Restore" }));
  await waitFor(() => expect(said()).toEqual(["Restored: 2 items"]));
  expect(asked.filter(({ method }) => method === "POST").map(({ path }) => path)).toEqual([
    "/api/v1/trash/7/restore/",
    "/api/v1/trash/4/restore/",
  ]);
});

test("what cannot come back says why and stays", async () => {
  open({ "POST /api/v1/trash/7/restore/": { status: 422, body: { message: "Dataset flights already exists" } } });
  await userEvent.click(await screen.findByRole("button", { name: "Restore: flights" }));
  await waitFor(() => expect(said()).toEqual(["flights could not be restored: Dataset flights already exists"]));
});

test("nothing is deleted for good before the word is typed", async () => {
  const asked = open({ "DELETE /api/v1/trash/4": { body: { message: "OK" } } });
  await userEvent.click(await screen.findByRole("button", { name: "Actions for Delays" }));
  await pickFromMenu("Delete for good");
  const field = await screen.findByLabelText("Type DELETE to confirm");
  expect(asked.some(({ method }) => method === "DELETE")).toBe(false);
  await userEvent.type(field, "delete{Enter}");
  await waitFor(() => expect(said()).toEqual(["Deleted: Delays"]));
  expect(asked.find(({ method }) => method === "DELETE")?.path).toBe("/api/v1/trash/4");
});

test("an empty trash says what belongs there; who may change nothing is told so and is not led here", async () => {
  open({ "GET /api/v1/trash/": { body: { count: 0, ids: [], result: [] } } });
  expect(await screen.findByText("The trash is empty")).toBeTruthy();
  expect(visiblePlaces().map((place) => place.label)).toContain("Trash");
  expect(mainPlaces().map((place) => place.label)).not.toContain("Trash");
  document.body.replaceChildren();
  const asked = open({}, [["can_read", "Chart"]]);
  expect(await screen.findByText("You do not have access to the trash")).toBeTruthy();
  expect(visiblePlaces().map((place) => place.label)).not.toContain("Trash");
  expect(asked).toEqual([]);
});
