import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test } from "vitest";
import { renderWorkbench, SAVED_CHART, signIn } from "../../../testing/explore-page.tsx";
import { serve } from "../../../testing/network.ts";
import { forgetCsrfToken } from "../../../web/client/client.ts";
import { useSession } from "../../../web/session/session.ts";
import { closeDialog } from "../state/dialogs.ts";
import { SaveDialog } from "./SaveDialog.tsx";

const ROUTES = {
  "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
  "GET /api/v1/dashboard/": { body: { count: 1, ids: [40], result: [{ id: 40, dashboard_title: "Work" }] } },
  "GET /api/v1/dashboard/40": { body: { result: { id: 40, position_json: "{}" } } },
  "POST /api/v1/chart/": { status: 201, body: { id: 77, result: {} } },
};

beforeEach(() => {
  forgetCsrfToken();
  localStorage.clear();
  signIn([["can_write", "Chart"]]);
});
afterEach(() => {
  closeDialog();
  localStorage.clear();
  useSession.setState({ kind: "anonymous" }, true);
});

const nameField = () => screen.findByRole<HTMLInputElement>("textbox", { name: "Chart name" });

test("a new chart is named after what it shows, selected so that typing replaces it", async () => {
  const requests = serve(ROUTES);
  renderWorkbench(<SaveDialog startAsNew />, {
    form: { metrics: ["count"], groupby: ["series"], x_axis: "date", time_grain_sqla: "P1M" },
  });
  const field = await nameField();
  expect(field.value).toBe("Rows by Industry, monthly");
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, field.value.length]);
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => {
    const body = requests.find(({ method, path }) => method === "POST" && path === "/api/v1/chart/")?.body;
    expect(body).toMatchObject({ slice_name: "Rows by Industry, monthly", dashboards: [] });
  });
});

test("a name that the user gave stays, also of a saved chart", async () => {
  serve(ROUTES);
  renderWorkbench(<SaveDialog startAsNew />, { chart: SAVED_CHART });
  expect((await nameField()).value).toBe("Unemployment");
});

test("the dashboard used last is one click away, and not chosen by itself", async () => {
  localStorage.setItem("tessera.explore.recent-dashboard", "40");
  serve(ROUTES);
  renderWorkbench(<SaveDialog startAsNew />);
  const lastUsed = await screen.findByRole("button", { name: "Work" });
  expect(screen.getByRole("button", { name: "Save" })).toBeTruthy();
  await userEvent.click(lastUsed);
  expect(screen.getByRole("button", { name: "Save and open Work" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Work" })).toBeNull();
});
