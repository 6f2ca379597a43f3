import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { type RecordedRequest, type Routes, serve } from "../../testing/network.ts";
import { forgetCsrfToken } from "../../web/client/client.ts";
import { queryClient } from "../../web/client/query.ts";
import { signedIn, useSession } from "../../web/session/session.ts";
import { AnnotationsPage } from "./AnnotationsPage.tsx";
import { LayersPage } from "./LayersPage.tsx";

const ME = { userId: 1, username: "a", firstName: "A", lastName: "U", email: "a@b.example", isAnonymous: false };
const API = "/api/v1/annotation_layer/";
const LAYER = { id: 4, name: "Releases", descr: "What was released", changed_on: "2024-11-14T09:00:00" };
const RELEASE = {
  ...{ id: 9, short_descr: "Version 2", long_descr: null },
  ...{ start_dttm: "2024-03-01T00:00:00", end_dttm: "2024-03-01T00:00:00" },
};
const ROUTES: Routes = {
  "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
  [`GET ${API}`]: { body: { count: 1, ids: [4], result: [LAYER] } },
  [`GET ${API}4`]: { body: { id: 4, result: LAYER } },
  [`GET ${API}4/annotation/`]: { body: { count: 1, ids: [9], result: [RELEASE] } },
};

beforeEach(() => {
  queryClient.clear();
  forgetCsrfToken();
});

function open(path: string, routes: Routes = {}, pairs = ["can_read", "can_write"]) {
  const roles = { Alpha: pairs.map((name): [string, string] => [name, "Annotation"]) };
  useSession.setState(signedIn({ ...ME, roles }), true);
  const requests = serve({ ...ROUTES, ...routes });
  const pages = [
    { path: "/annotationlayer/list/", element: <LayersPage /> },
    { path: "/annotationlayer/:layerId/annotation/", element: <AnnotationsPage /> },
  ];
  const router = createMemoryRouter(pages, { initialEntries: [path] });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return requests;
}

const sent = (requests: readonly RecordedRequest[]) =>
  requests.filter((one) => one.method !== "GET").map(({ method, path, body }) => ({ method, path, body }));

test("a layer opens its annotations with their times", async () => {
  open("/annotationlayer/list/");
  await userEvent.click(await screen.findByRole("link", { name: "Releases" }));
  expect(await screen.findByRole("heading", { name: "Releases", level: 1 })).toBeTruthy();
  expect(await screen.findByText("Version 2")).toBeTruthy();
  expect(screen.getAllByText(/2024/).length).toBeGreaterThan(0);
  await userEvent.click(screen.getByRole("button", { name: "All layers" }));
  expect(await screen.findByRole("heading", { name: "Annotation layers", level: 1 })).toBeTruthy();
});

test("read-only users are offered no changes", async () => {
  open("/annotationlayer/list/", {}, ["can_read"]);
  expect(await screen.findByText("Releases")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /New layer|Actions/ })).toBeNull();
});

test("creates and edits a layer", async () => {
  const requests = open("/annotationlayer/list/", {
    [`POST ${API}`]: { status: 201, body: { id: 5, result: {} } },
    [`PUT ${API}4`]: { body: { id: 4, result: {} } },
  });
  await userEvent.click(await screen.findByRole("button", { name: "New layer" }));
  await userEvent.type(await screen.findByLabelText("Name *"), "Holidays{Enter}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await userEvent.click(await screen.findByRole("button", { name: "Edit: Releases" }));
  await userEvent.clear(await screen.findByLabelText("Description"));
  await userEvent.click(screen.getByRole("button", { name: /Save layer/ }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent(requests)).toEqual([
    { method: "POST", path: API, body: { name: "Holidays", descr: null } },
    { method: "PUT", path: `${API}4`, body: { descr: null } },
  ]);
});

test("an annotation without an end is a single moment; missing and invalid fields are reported", async () => {
  const answers = [
    { status: 400, body: { message: { end_dttm: ["Not a valid datetime."] } } },
    { status: 201, body: { id: 10, result: {} } },
  ];
  const requests = open("/annotationlayer/4/annotation/", {
    [`POST ${API}4/annotation/`]: () => answers.shift() ?? { status: 500 },
  });
  await userEvent.click(await screen.findByRole("button", { name: "New annotation" }));
  await userEvent.type(await screen.findByLabelText("Name *"), "Version 3{Enter}");
  expect(screen.getByText("This is a required field")).toBeTruthy();
  fireEvent.change(screen.getByLabelText("Start (UTC) *"), { target: { value: "2024-06-01T12:30" } });
  await userEvent.click(screen.getByRole("button", { name: /Save annotation/ }));
  expect(await screen.findByText("Not a valid datetime.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: /Save annotation/ }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent(requests).at(-1)?.body).toEqual({
    ...{ short_descr: "Version 3", long_descr: null, start_dttm: "2024-06-01T12:30", end_dttm: "2024-06-01T12:30" },
  });
});

test("asks before deleting", async () => {
  const requests = open("/annotationlayer/4/annotation/", {
    [`DELETE ${API}4/annotation/9`]: { body: { message: "OK" } },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Actions for Version 2" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Delete" }));
  const question = within(await screen.findByRole("dialog", { name: "Delete annotation?" }));
  await userEvent.type(question.getByLabelText("Type DELETE to confirm"), "delete");
  await userEvent.click(question.getByRole("button", { name: "Delete annotation" }));
  await waitFor(() => expect(sent(requests).map(({ path }) => path)).toEqual([`${API}4/annotation/9`]));
});

test("a missing layer is reported", async () => {
  open("/annotationlayer/7/annotation/", { [`GET ${API}7`]: { status: 404, body: { message: "Not found" } } });
  expect(await screen.findByText("This page doesn't exist")).toBeTruthy();
});
