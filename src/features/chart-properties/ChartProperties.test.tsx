import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { type Routes, serve } from "../../testing/network.ts";
import { forgetCsrfToken } from "../../web/client/client.ts";
import { signedIn, useSession } from "../../web/session/session.ts";
import { ChartProperties } from "./ChartProperties.tsx";

const DETAIL = {
  id: 12,
  slice_name: "Unemployment",
  description: null,
  cache_timeout: null,
  certified_by: null,
  certification_details: null,
  is_managed_externally: false,
  owners: [{ id: 1, first_name: "Ada", last_name: "L" }],
  tags: [],
};
const detail = (part: object) => ({ body: { id: 12, result: { ...DETAIL, ...part } }, headers: { etag: 'W/"read"' } });
const ROUTES: Routes = {
  "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
  "GET /api/v1/chart/12": detail({}),
  "GET /api/v1/chart/related/owners": { body: { count: 1, result: [{ value: 2, text: "Grace H" }] } },
  "GET /api/v1/tag/": { body: { count: 1, ids: [4], result: [{ id: 4, name: "weekly", type: 1 }] } },
  "POST /api/v1/tag/2/12/": { status: 201, body: {} },
  "PUT /api/v1/chart/12": { body: { id: 12, result: {} }, headers: { etag: 'W/"saved"' } },
};
const onSaved = vi.fn();
const onClose = vi.fn();

beforeEach(() => {
  vi.clearAllMocks();
  forgetCsrfToken();
  signIn(1);
});

function signIn(userId: number) {
  const user = { userId, username: "ada", firstName: "Ada", lastName: "L", email: "", isAnonymous: false };
  const pairs = [
    ["can_write", "Chart"],
    ["can_write", "Tag"],
  ] as const;
  useSession.setState(signedIn({ ...user, roles: { Alpha: pairs } }), true);
}

function open(routes: Routes = {}, basedOn?: string) {
  const requests = serve({ ...ROUTES, ...routes });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ChartProperties chartId={12} basedOn={basedOn} onSaved={onSaved} onClose={onClose} />
    </QueryClientProvider>,
  );
  const put = () => requests.find((each) => each.method === "PUT");
  return { requests, put };
}
const name = () => screen.findByRole("textbox", { name: "Name" });
const saveButton = () => screen.getByRole("button", { name: "Save properties" });

describe("chart properties", () => {
  test("saves all fields with the ETag it loaded and reports them", async () => {
    const { put } = open();
    await userEvent.type(await name(), " rate");
    await userEvent.type(screen.getByRole("textbox", { name: "Description" }), "By **month**");
    await userEvent.type(screen.getByRole("combobox", { name: "Owners" }), "Gra");
    await userEvent.click(await screen.findByTitle("Grace H"));
    await userEvent.type(screen.getByRole("spinbutton", { name: "Cache timeout" }), "-1");
    await userEvent.type(screen.getByRole("textbox", { name: "Certified by" }), "Data team");
    await userEvent.type(screen.getByRole("textbox", { name: "Certification details" }), "Counted twice");
    await userEvent.click(saveButton());
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(put()?.headers.get("if-match")).toBe('"read"');
    expect(put()?.body).toEqual({
      slice_name: "Unemployment rate",
      description: "By **month**",
      owners: [1, 2],
      tags: [],
      cache_timeout: -1,
      certified_by: "Data team",
      certification_details: "Counted twice",
    });
    const handed = { name: "Unemployment rate", description: "By **month**", ownerIds: [1, 2], state: "saved" };
    expect(onSaved).toHaveBeenCalledExactlyOnceWith(handed);
  });

  test("keeps the chart's tags and creates new ones", async () => {
    const tags = [
      { id: 3, name: "finance", type: 1 },
      { id: 9, name: "owner:1", type: 3 },
    ];
    const { requests, put } = open({ "GET /api/v1/chart/12": detail({ tags }) });
    await userEvent.type(await screen.findByRole("combobox", { name: "Tags" }), "weekly,quarterly,");
    await userEvent.click(saveButton());
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(put()?.body).toMatchObject({ tags: [3, 4] });
    expect(requests.find(({ path }) => path === "/api/v1/tag/2/12/")?.body).toEqual({
      properties: { tags: ["quarterly"] },
    });
  });

  test("saves with the ETag of an open editor", async () => {
    const { put } = open({}, "opened");
    await userEvent.type(await name(), "!");
    await userEvent.click(saveButton());
    await waitFor(() => expect(put()?.headers.get("if-match")).toBe('"opened"'));
  });

  test("clears certification details with the certification", async () => {
    const certified = { certified_by: "Data team", certification_details: "Counted twice" };
    const { put } = open({ "GET /api/v1/chart/12": detail(certified) });
    await userEvent.clear(await screen.findByRole("textbox", { name: "Certified by" }));
    expect(screen.getByRole("textbox", { name: "Certification details" })).toHaveProperty("disabled", true);
    await userEvent.click(saveButton());
    await waitFor(() => expect(put()?.body).toMatchObject({ certified_by: null, certification_details: null }));
  });

  test("requires a name and a change", async () => {
    open();
    const field = await name();
    expect(saveButton()).toHaveProperty("disabled", true);
    await userEvent.clear(field);
    expect(screen.getByText("This is a required field")).toBeTruthy();
    expect(saveButton()).toHaveProperty("disabled", true);
  });

  test("shows server errors at their field", async () => {
    open({ "PUT /api/v1/chart/12": { status: 422, body: { message: { description: ["Too long."] } } } });
    await userEvent.type(await screen.findByRole("textbox", { name: "Description" }), "x");
    await userEvent.click(saveButton());
    expect(await screen.findByText("Too long.")).toBeTruthy();
    expect(screen.getByText("Sorry, there was an error saving this chart: description: Too long.")).toBeTruthy();
    expect(onClose).not.toHaveBeenCalled();
  });

  test.each([
    [
      "of others",
      { owners: [{ id: 99, first_name: "Grace", last_name: "H" }] },
      "Only owners can edit these properties",
    ],
    [
      "of an externally managed chart",
      { is_managed_externally: true },
      "This chart is edited in files and can't be edited here",
    ],
  ])("%s are read-only", async (_, part, why) => {
    open({ "GET /api/v1/chart/12": detail(part) });
    expect(await screen.findByText(why)).toBeTruthy();
    expect(await name()).toHaveProperty("disabled", true);
    for (const field of ["Owners", "Tags"])
      expect(screen.getByRole("combobox", { name: field })).toHaveProperty("disabled", true);
    expect(saveButton()).toHaveProperty("disabled", true);
  });
});
