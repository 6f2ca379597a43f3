import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { ColumnProfile } from "../../api/datasource/contract.ts";
import { type Answer, serve } from "../../testing/network.ts";
import type { ColumnProfileProps } from "./ColumnProfilePanel.tsx";
import { ProfileButton } from "./ProfileButton.tsx";

const PATH = "GET /api/v1/datasource/table/3/column/horsepower/profile/";
const NUMBERS: ColumnProfile = {
  column: "horsepower",
  type: "BIGINT",
  kind: "numeric",
  rows: 400,
  is_sample: false,
  distinct: 93,
  missing: 6,
  min: 46,
  max: 230,
  mean: 105.0828,
  values: [
    { value: 150, count: 22 },
    { value: 90, count: 20 },
  ],
  histogram: {
    grain: null,
    bins: [
      { from: 46, to: 138, count: 300 },
      { from: 138, to: 230, count: 94 },
    ],
  },
};

function show(answer: Answer, more: Partial<ColumnProfileProps> = {}) {
  serve({ [PATH]: answer });
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={queries}>
      <ProfileButton dataset={{ id: 3 }} column="horsepower" title="Power" mark="numeric" {...more} />
    </QueryClientProvider>,
  );
}

const trigger = () => screen.getByRole("button", { name: "Profile of Power" });

async function opened(answer: Answer, more: Partial<ColumnProfileProps> = {}) {
  show(answer, more);
  await userEvent.click(trigger());
  return screen.findByRole("dialog", { name: "Profile of Power" });
}

const facts = (dialog: HTMLElement) =>
  Object.fromEntries(
    within(dialog)
      .getAllByRole("term")
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  );

test("shows counts, extremes, histogram and top values", async () => {
  const dialog = await opened({ body: { result: NUMBERS } });
  await within(dialog).findByText("bigint");
  expect(facts(dialog)).toEqual({
    Rows: "400",
    Distinct: "93",
    Missing: "6 (1.5%)",
    Minimum: "46",
    Maximum: "230",
    Mean: "105.0828",
  });
  const histogram = within(dialog).getByRole("img", { name: "Histogram from 46 to 230" });
  expect([...histogram.children].map((bar) => bar.getAttribute("title"))).toEqual([
    "46 to 138: 300 rows",
    "138 to 230: 94 rows",
  ]);
  const [first] = within(within(dialog).getByRole("list", { name: "Top values" })).getAllByRole("listitem");
  expect(first?.textContent).toBe("15022");
  expect(within(dialog).queryByRole("button")).toBeNull();
});

test("opens by keyboard, and Escape returns to the column", async () => {
  show({ body: { result: NUMBERS } });
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  await screen.findByRole("dialog", { name: "Profile of Power" });
  await userEvent.keyboard("{Escape}");
  expect(document.activeElement).toBe(trigger());
  expect(trigger().getAttribute("aria-expanded")).toBe("false");
});

test("says what is a sample", async () => {
  const result = { ...NUMBERS, rows: 1_000_000, is_sample: true };
  const dialog = await opened({ body: { result } });
  await within(dialog).findByText("Sample: the first 1,000,000 rows of a larger dataset.");
});

test("a value becomes a filter, the column a dimension, and the profile closes", async () => {
  const [onFilter, onSelect] = [vi.fn(), vi.fn()];
  const placements = [{ key: "groupby", label: "Add to Dimensions", onSelect }];
  const dialog = await opened({ body: { result: NUMBERS } }, { onFilter, placements });
  await userEvent.click(await within(dialog).findByRole("button", { name: "Filter by 150" }));
  expect(onFilter).toHaveBeenCalledWith(150);
  expect(trigger().getAttribute("aria-expanded")).toBe("false");
  await userEvent.click(trigger());
  await userEvent.click(await screen.findByRole("button", { name: "Add to Dimensions" }));
  expect(onSelect).toHaveBeenCalledOnce();
});

test("empty datasets and columns without values say so", async () => {
  const none = { min: null, max: null, mean: null, values: [], histogram: null };
  const dialog = await opened({ body: { result: { ...NUMBERS, ...none, rows: 0, missing: 0 } } });
  await within(dialog).findByText("The dataset has no rows.");
  document.body.replaceChildren();
  const other = await opened({ body: { result: { ...NUMBERS, ...none, missing: 400 } } });
  await within(other).findByText("Every value is missing.");
});

test("a timeout can be retried", async () => {
  const message = "The profile took longer than 20 seconds and was stopped.";
  const answers: Answer[] = [{ status: 408, body: { message } }, { body: { result: NUMBERS } }];
  show({ body: {} });
  serve({ [PATH]: () => answers.shift() ?? {} });
  await userEvent.click(trigger());
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain(message);
  await userEvent.click(within(alert).getByRole("button", { name: "Retry" }));
  await waitFor(() => expect(screen.queryByText("400")).not.toBeNull());
});

test("without access it says so, and offers no retry", async () => {
  const dialog = await opened({ status: 403, body: { message: "You don't have access to the dataset." } });
  const alert = await within(dialog).findByRole("alert");
  expect(alert.textContent).toContain("You don't have access to the dataset.");
  expect(within(alert).queryByRole("button")).toBeNull();
});
