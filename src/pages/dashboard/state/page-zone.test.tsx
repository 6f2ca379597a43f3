import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { browserZone, effectiveZone, setUserZone } from "../../../i18n/browser-zone.ts";
import { contextsOf, grantAllAccess, renderOnDashboard } from "../../../testing/dashboard-page.tsx";
import { sampleDashboard } from "../../../testing/sample-dashboard.ts";
import { ChartTile } from "../grid/ChartTile.tsx";
import { DashboardHeader } from "../header/DashboardHeader.tsx";
import { useDashboardPage } from "./context.ts";
import { usePageZone } from "./use-page-zone.ts";

beforeEach(grantAllAccess);
afterEach(() => setUserZone(null));

function Page() {
  usePageZone(useDashboardPage().store);
  return (
    <>
      <DashboardHeader actions={{} as never} refresh={{ seconds: 0 } as never} />
      <ChartTile node={{ ...sampleDashboard().layout["CHART-1"]!, width: 4, children: [] }} />
    </>
  );
}

const zoneOf = (request: { headers: Headers } | undefined) => request?.headers.get("x-time-zone");
const setZone = (store: ReturnType<typeof renderOnDashboard>["store"], time_zone: string | null) => {
  const { dashboard, replaceDashboard } = store.getState();
  act(() => replaceDashboard({ ...dashboard, metadata: { ...dashboard.metadata, time_zone } }));
};

it("charts are requested in the dashboard's zone, and again when it changes", async () => {
  const { requests, store, unmount } = renderOnDashboard(<Page />, { time_zone: "Asia/Tokyo" });
  expect(await screen.findByTitle("Times on this dashboard are in Asia/Tokyo")).toBeTruthy();
  const data = () => requests.filter(({ path }) => path.includes("/chart/data"));
  await expect.poll(() => contextsOf(requests).length).toBe(1);
  expect(zoneOf(data().at(-1))).toBe("Asia/Tokyo");
  setZone(store, "America/New_York");
  await expect.poll(() => contextsOf(requests).length).toBe(2);
  expect(zoneOf(data().at(-1))).toBe("America/New_York");
  unmount();
  expect(effectiveZone()).toBe(browserZone());
});

it("the header names the zone only if it isn't the reader's own", async () => {
  const { store } = renderOnDashboard(<Page />);
  await screen.findByRole("button", { name: "Menu for Chart 1" });
  expect(screen.queryByTitle(/^Times on/)).toBeNull();
  setUserZone("Asia/Tokyo");
  setZone(store, "Asia/Tokyo");
  expect(screen.queryByTitle(/^Times on/)).toBeNull();
  setZone(store, "Europe/Berlin");
  expect(await screen.findByText("Europe/Berlin")).toBeTruthy();
});
