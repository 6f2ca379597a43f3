import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { NO_TIME, type TileProfile } from "../../../model/tile-profile.ts";
import { renderOnDashboard } from "../../../testing/dashboard-page.tsx";
import type { Routes } from "../../../testing/network.ts";
import { forgetCsrfToken } from "../../../web/client/client.ts";
import { ProfilePanel } from "./ProfilePanel.tsx";

beforeEach(forgetCsrfToken);

const tile = (chartId: number, wallMs: number): TileProfile => ({
  chartId,
  wallMs,
  phases: { ...NO_TIME, wait: 100, engine: wallMs - 100 },
  server: { cache: "miss", cacheSeconds: 86_400, statements: 1, shared: 0, templates: 0, processing: 0 },
  busyMs: 0,
  codeMs: 0,
  rows: 3,
  cells: 6,
  bytes: 300,
  isCut: false,
  isGrouped: true,
  isFirst: true,
  awaitsFilter: false,
  hasFailed: false,
  explained: {
    isFullScan: false,
    isIndexMissing: true,
    isNestedJoin: false,
    isCheap: false,
    explainMs: 1,
    isChanging: false,
  },
});

const profileOf = (...tiles: TileProfile[]): Routes => ({
  "GET /api/v1/dashboard/5/profile/abc": { body: { result: { created_on: "2026-01-02T03:04:05", tiles } } },
});
const ROUTES = profileOf({ ...tile(2, 400), hasFailed: true }, tile(1, 900));

const rows = async () => {
  const panel = within(await screen.findByRole("region", { name: "Performance profile" }));
  await panel.findByText("2 charts in 900 ms");
  return panel.getAllByRole("button", { expanded: false });
};

test("shows a stored profile, slowest chart first, with the cause and the parts", async () => {
  const { requests } = renderOnDashboard(<ProfilePanel sharedKey="abc" />, {}, ROUTES);
  const [first, second] = await rows();
  expect(first?.textContent).toMatch(/Chart 1|chart 1/);
  expect(first?.textContent).toMatch(/900 ms.*Add an index on the filtered columns/);
  expect(second?.textContent).toMatch(/400 ms/);
  first?.focus();
  await userEvent.keyboard("{Enter}");
  expect(first?.getAttribute("aria-expanded")).toBe("true");
  const parts = screen.getAllByRole("term").map((term) => `${term.textContent} ${term.nextSibling?.textContent}`);
  expect(parts).toEqual([
    "Waiting 100 ms",
    "Preparation 0 ms",
    "Queue 0 ms",
    "Database 800 ms",
    "Formatting 0 ms",
    "Transfer 0 ms",
    "Parsing 0 ms",
    "Drawing 0 ms",
  ]);
  expect(screen.getByText(/^Results weren't cached yet/)).toBeTruthy();
  expect(requests.filter(({ path }) => path.includes("explain"))).toEqual([]);
});

test("says once what all slow charts have in common, and of each only the rest", async () => {
  const isCut = { rows: 2000, isCut: true };
  renderOnDashboard(<ProfilePanel sharedKey="abc" />, {}, profileOf(tile(2, 800), { ...tile(1, 900), ...isCut }));
  const [first, second] = await rows();
  expect(screen.getAllByText(/Add an index on the filtered columns/).map((each) => each.textContent)).toEqual([
    "2 charts The database reads a whole table to find a few rows. Add an index on the filtered columns.",
  ]);
  expect(screen.getAllByText(/Results weren't cached yet/)).toHaveLength(1);
  expect(first?.textContent).toMatch(/900 ms.*The query makes many groups/);
  expect(second?.textContent).toMatch(/800 ms$/);
});

test("says that a link has expired", async () => {
  renderOnDashboard(
    <ProfilePanel sharedKey="gone" />,
    {},
    {
      "GET /api/v1/dashboard/5/profile/gone": { status: 404, body: { message: "Not found" } },
    },
  );
  await screen.findByText("This link doesn't exist");
});
