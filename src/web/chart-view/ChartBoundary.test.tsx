import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { type Lazy, lazy } from "../../ui/lazy.ts";
import { useLazy } from "../../ui/lazy-component.tsx";
import { ChartBoundary } from "./ChartBoundary.tsx";

function Picture({ code }: { code: Lazy<string> }) {
  return <p>{useLazy(code)}</p>;
}

test("shows that a chart's code failed to load, and draws it on Retry", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  let isOnline = false;
  const code = lazy(async () => {
    if (!isOnline) throw new TypeError("Failed to fetch dynamically imported module");
    return "drawn";
  });
  render(
    <ChartBoundary resetKey={1}>
      <Picture code={code} />
    </ChartBoundary>,
  );
  expect((await screen.findByRole("alert")).textContent).toContain("Part of this page couldn't be loaded");
  isOnline = true;
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("drawn")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});
