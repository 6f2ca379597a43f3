import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { serve } from "../../testing/network.ts";
import { forgetCsrfToken } from "../../web/client/client.ts";
import { ManagedNote } from "./index.ts";

const note = (place: string | null, canDetach: boolean, onDetached = () => {}) =>
  render(
    <ManagedNote noun="chart" id={3} place={place} text="Managed" canDetach={canDetach} onDetached={onDetached} />,
  );

test("says which file the object is edited in", () => {
  note("analytics/charts/sales.yaml", false);
  expect(screen.getByText("analytics/charts/sales.yaml")).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});

test("links to the file if it has an address, but never runs a script", () => {
  note("https://git.example.com/analytics/charts/sales.yaml", false);
  expect(screen.getByRole("link").getAttribute("href")).toBe("https://git.example.com/analytics/charts/sales.yaml");
  note("javascript:alert(1)", false);
  expect(screen.getAllByRole("link")).toHaveLength(1);
});

test("without a place shows its own text", () => {
  note(null, false);
  expect(screen.getByText("Managed")).toBeTruthy();
});

test("detaching makes it editable here", async () => {
  forgetCsrfToken();
  const requests = serve({
    "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
    "PUT /api/v1/chart/3": { body: { id: 3, result: {} } },
  });
  const onDetached = vi.fn();
  note("analytics/charts/sales.yaml", true, onDetached);
  await userEvent.click(screen.getByRole("button", { name: "Detach" }));
  await waitFor(() => expect(onDetached).toHaveBeenCalledOnce());
  const put = requests.find(({ method }) => method === "PUT");
  expect(put?.body).toEqual({ is_managed_externally: false, external_url: null });
});
