import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { DashboardDetail } from "../../api/dashboard/contract.ts";
import { signIn } from "../../testing/dashboard-page.tsx";
import { type Routes, serve } from "../../testing/network.ts";
import { isOff, isOn, pick, press, toggle, write } from "../../testing/steps.ts";
import { forgetCsrfToken } from "../../web/client/client.ts";
import { dismiss, useToasts } from "../../web/toasts/toasts.ts";
import { type EditableProperties, PropertiesDialog } from "./PropertiesDialog.tsx";
import { propertiesOf, saveNewTags } from "./properties.ts";

const DETAIL = {
  dashboard_title: "Flights",
  slug: null,
  css: null,
  certified_by: "Data team",
  certification_details: "Checked",
  published: false,
  owners: [{ id: 1, first_name: "Ada", last_name: "Lovelace" }],
  roles: [],
  tags: [
    { id: 1, name: "air", type: 1 },
    { id: 2, name: "owner:1", type: 3 },
    { id: 3, name: "old", type: null },
  ],
  theme: null,
} as unknown as DashboardDetail;

const LISTS: Routes = {
  "GET /api/v1/theme/": { body: { count: 0, ids: [], result: [] } },
  "GET /api/v1/css_template/": { body: { count: 0, ids: [], result: [] } },
};

async function open({
  routes = LISTS,
  metadata = {},
  problems = {},
}: {
  routes?: Routes;
  problems?: Record<string, string>;
  metadata?: Record<string, unknown>;
} = {}) {
  signIn();
  serve(routes);
  const applied = vi.fn<(properties: EditableProperties) => void>();
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <PropertiesDialog
        initial={{ properties: propertiesOf(DETAIL), metadata }}
        verb="Save"
        note="Saved immediately."
        problems={problems}
        onApply={applied}
        onClose={vi.fn()}
      />
    </QueryClientProvider>,
  );
  await screen.findByLabelText("Name");
  return applied;
}
const tab = (name: RegExp) => fireEvent.click(screen.getByText(name, { selector: "[role=tab], [role=tab] *" }));
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

describe("dashboard properties", () => {
  test("leave out tags that the product manages", () => {
    expect(propertiesOf(DETAIL).tags.map(({ name }) => name)).toEqual(["air", "old"]);
    const withCustomTags = { ...DETAIL, custom_tags: [{ id: 9, name: "mine" }] } as unknown as DashboardDetail;
    expect(propertiesOf(withCustomTags).tags).toEqual([{ id: 9, name: "mine" }]);
  });

  test("can be saved once changed, with emptied texts as null", async () => {
    const applied = await open();
    expect(isOff("Save")).toBe(true);
    await write("URL slug", "flights");
    await write("URL slug", "");
    tab(/^Certification$/);
    await write("Certified by", "");
    expect(field("Certification details").disabled).toBe(true);
    await press("Save");
    expect(applied.mock.lastCall?.[0].properties).toMatchObject({
      slug: null,
      certified_by: null,
      dashboard_title: "Flights",
    });
  });

  test("show server errors at their fields and count them on the tab", async () => {
    await open({ problems: { slug: "Must be unique" } });
    expect(screen.getByText("Must be unique").getAttribute("role")).toBe("alert");
    expect(screen.getByRole("tab", { name: /General/ }).textContent).toContain("1");
  });

  test("can be published", async () => {
    const applied = await open();
    await pick("Visibility", /^Published/);
    await press("Save");
    expect(applied.mock.lastCall?.[0].properties.published).toBe(true);
  });

  test("store the refresh interval and cross-filtering in the metadata", async () => {
    const applied = await open({ metadata: { refresh_frequency: 60, own_key: 1 } });
    tab(/^Behavior$/);
    expect(isOn("Cross-filtering")).toBe(true);
    await toggle("Cross-filtering");
    await pick("Refresh interval", "5 minutes");
    await press("Save");
    expect(applied.mock.lastCall?.[0].metadata).toEqual({
      refresh_frequency: 300,
      cross_filters_enabled: false,
      own_key: 1,
    });
  });

  test("store the time zone in the metadata, or none", async () => {
    const applied = await open({ metadata: { own_key: 1 } });
    tab(/^Behavior$/);
    const zone = screen.getByRole("combobox", { name: "Time zone" });
    fireEvent.mouseDown(zone);
    fireEvent.change(zone, { target: { value: "Tokyo" } });
    fireEvent.click(await screen.findByTitle("Asia/Tokyo"));
    await press("Save");
    expect(applied.mock.lastCall?.[0].metadata).toEqual({ own_key: 1, time_zone: "Asia/Tokyo" });
  });

  test("store the performance budget in the metadata, or none", async () => {
    const budget = { p95_ms: 1500, note: "from a client" };
    const applied = await open({ metadata: { own_key: 1, performance_budget: budget } });
    tab(/^Behavior$/);
    expect(field("Load time, ms").value).toBe("1500");
    await write("Load time, ms", "");
    await write("Data, MB", "0.25");
    await write("Rows", "2000");
    await press("Save");
    expect(applied.mock.lastCall?.[0].metadata).toEqual({
      own_key: 1,
      performance_budget: { note: "from a client", rows: 2000, bytes: 250_000 },
    });
  });

  test("keep an invalid limit of the budget as entered, say what is wrong, and can't be saved with it", async () => {
    const applied = await open({ metadata: { performance_budget: { bytes: 12_345 } } });
    tab(/^Behavior/);
    for (const entered of ["-5", "0", "1.5"]) {
      await write("Load time, ms", entered);
      fireEvent.blur(field("Load time, ms"));
      expect(field("Load time, ms").value).toBe(entered);
      const text = "Load time, ms must be a whole number from 1 to 1,000,000,000,000";
      expect((await screen.findByRole("alert")).textContent).toBe(text);
      expect(isOff("Save")).toBe(true);
    }
    await write("Load time, ms", "1");
    await write("Data, MB", "0");
    expect((await screen.findByRole("alert")).textContent).toBe("0.001 or more");
    await write("Data, MB", "0.001");
    await press("Save");
    expect(applied.mock.lastCall?.[0].metadata).toEqual({ performance_budget: { p95_ms: 1, bytes: 1000 } });
  });

  test("sync JSON metadata with the other fields", async () => {
    const applied = await open({ metadata: { refresh_frequency: 60 } });
    tab(/^Advanced$/);
    fireEvent.change(field("JSON metadata"), {
      target: { value: '{"refresh_frequency": 300, "cross_filters_enabled": false}' },
    });
    tab(/^Behavior$/);
    expect(isOn("Cross-filtering")).toBe(false);
    await toggle("Cross-filtering");
    await press("Save");
    expect(applied.mock.lastCall?.[0].metadata).toEqual({ refresh_frequency: 300, cross_filters_enabled: true });
  });

  test("show why themes and CSS templates failed to load", async () => {
    const failed = { status: 500, body: { message: "Out of order" } };
    await open({ routes: { "GET /api/v1/theme/": failed, "GET /api/v1/css_template/": failed } });
    tab(/^Styling$/);
    expect(await screen.findByText("Failed to load themes: Out of order")).toBeTruthy();
    expect(await screen.findByText("Failed to load templates: Out of order")).toBeTruthy();
    expect(field("CSS template").disabled).toBe(true);
  });

  test("show that there are no CSS templates", async () => {
    await open();
    tab(/^Styling$/);
    expect(await screen.findByText("No templates yet")).toBeTruthy();
  });
});

describe("new tags of a dashboard", () => {
  const toastTexts = () => useToasts.getState().toasts.map(({ text, kind }) => [kind, text]);
  beforeEach(() => {
    forgetCsrfToken();
    for (const { id } of useToasts.getState().toasts) dismiss(id);
  });
  const token: Routes = { "GET /api/v1/security/csrf_token/": { body: { result: "t" } } };

  test("are created after the save, without touching existing ones", async () => {
    const requests = serve({ ...token, "POST /api/v1/tag/3/5/": { status: 201, body: {} } });
    await saveNewTags(5, [{ id: 1, name: "air" }, { name: "quarterly" }], "Saved");
    expect(requests.find(({ method }) => method === "POST")?.body).toEqual({ properties: { tags: ["quarterly"] } });
    expect(toastTexts()).toEqual([["success", "Saved"]]);
  });

  test("report a failure without failing the save", async () => {
    serve({ ...token, "POST /api/v1/tag/3/5/": { status: 403, body: { message: "Forbidden" } } });
    await saveNewTags(5, [{ name: "quarterly" }], "Saved");
    await waitFor(() => expect(toastTexts()).toHaveLength(1));
    expect(toastTexts()[0]).toEqual([
      "danger",
      expect.stringMatching(/^The dashboard was saved, but its new tags weren't: /),
    ]);
  });

  test("send no request if there are none", async () => {
    const requests = serve(token);
    await saveNewTags(5, [{ id: 1, name: "air" }], "Saved");
    expect([requests.length, toastTexts()]).toEqual([0, [["success", "Saved"]]]);
  });
});
