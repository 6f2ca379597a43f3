import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { serve } from "../../testing/network.ts";
import { setGuestToken } from "../client/guest.ts";
import { queryClient } from "../client/query.ts";
import { useToasts } from "../toasts/toasts.ts";
import { logEvent } from "./event-log.ts";
import { signedIn, useSession } from "./session.ts";
import { useViewed } from "./viewed.ts";

const SERVED = { "POST /superset/log/": { body: "" } };
const USER = { userId: 1, username: "ann", firstName: "Ann", lastName: "Lee", email: "", isAnonymous: false };
const signIn = (pair: [string, string]) => useSession.setState(signedIn({ ...USER, roles: { Gamma: [pair] } }), true);

const beacons: { url: string; form: FormData }[] = [];
let takesBeacons = true;

beforeEach(() => {
  vi.useFakeTimers();
  signIn(["can_log", "Superset"]);
  beacons.length = 0;
  takesBeacons = true;
  Object.assign(navigator, {
    sendBeacon: (url: string, form: FormData) => {
      beacons.push({ url, form });
      return takesBeacons;
    },
  });
});
afterEach(async () => {
  await vi.runAllTimersAsync();
  vi.useRealTimers();
});

const FLIGHTS = { kind: "dashboard", id: 3 } as const;
const DELAYS = { kind: "slice", id: 7 } as const;
const leave = () => window.dispatchEvent(new Event("pagehide"));

describe("user activity", () => {
  test("is sent in a batch after a second, one request per dashboard or chart", async () => {
    const requests = serve(SERVED);
    logEvent(FLIGHTS, "mount_dashboard");
    await vi.advanceTimersByTimeAsync(900);
    logEvent(FLIGHTS, "load_chart", { slice_id: 5, duration: 12 });
    logEvent(DELAYS, "mount_explorer");
    await vi.advanceTimersByTimeAsync(999);
    expect(requests).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(requests.map(({ url }) => url)).toEqual([
      "/superset/log/?explode=events&dashboard_id=3",
      "/superset/log/?explode=events&slice_id=7",
    ]);
    expect(requests[0]?.body).toMatchObject({
      events: [
        { event_name: "mount_dashboard", source: "dashboard", source_id: 3 },
        { event_name: "load_chart", source: "dashboard", source_id: 3, slice_id: 5, duration: 12 },
      ],
    });
  });

  test("is sent immediately at 1024 events", () => {
    const requests = serve(SERVED);
    for (let n = 0; n < 1023; n++) logEvent(FLIGHTS, "load_chart");
    expect(requests).toHaveLength(0);
    logEvent(FLIGHTS, "load_chart");
    expect(requests.map(({ body }) => (body as { events: unknown[] }).events.length)).toEqual([1024]);
  });

  test("is sent by beacon on leaving the page, with a guest token", async () => {
    const requests = serve(SERVED);
    setGuestToken("of-the-host");
    onTestFinished(() => setGuestToken(undefined));
    logEvent(FLIGHTS, "mount_dashboard");
    leave();
    leave();
    await vi.runAllTimersAsync();
    expect(requests).toHaveLength(0);
    expect(beacons.map(({ url }) => url)).toEqual(["/superset/log/?explode=events&dashboard_id=3"]);
    const form = beacons[0]?.form;
    expect(form?.get("guest_token")).toBe("of-the-host");
    expect(JSON.parse(String(form?.get("events")))).toMatchObject([{ event_name: "mount_dashboard" }]);
  });

  test("is posted if the browser rejects the beacon", () => {
    const requests = serve(SERVED);
    takesBeacons = false;
    logEvent(DELAYS, "mount_explorer");
    leave();
    expect(requests.map(({ url }) => url)).toEqual(["/superset/log/?explode=events&slice_id=7"]);
  });

  test("isn't sent without permission, and failures are ignored", async () => {
    const before = useToasts.getState().toasts;
    const refused = serve({ "POST /superset/log/": { status: 400, body: { message: "no" } } });
    logEvent(FLIGHTS, "mount_dashboard");
    await vi.advanceTimersByTimeAsync(1000);
    expect(refused).toHaveLength(1);
    expect(useToasts.getState().toasts).toEqual(before);
    signIn(["can_read", "Chart"]);
    logEvent(FLIGHTS, "mount_dashboard");
    await vi.advanceTimersByTimeAsync(1000);
    leave();
    expect(refused).toHaveLength(1);
    expect(beacons).toHaveLength(0);
  });
});

test("logs an opened item once, no new charts, and refreshes recents", async () => {
  const requests = serve(SERVED);
  const invalidate = vi.spyOn(queryClient, "invalidateQueries");
  const { rerender } = renderHook(({ id }) => useViewed("chart", id), {
    initialProps: { id: undefined as number | undefined },
  });
  rerender({ id: 7 });
  rerender({ id: 7 });
  await vi.advanceTimersByTimeAsync(1000);
  expect(requests).toHaveLength(1);
  expect(requests[0]?.body).toMatchObject({
    events: [{ event_name: "mount_explorer", source: "slice", source_id: 7 }],
  });
  expect(invalidate).toHaveBeenCalledWith({ queryKey: ["recents"] });
});
