import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { connectionFound, connectionLost, isReachable, onReconnected, retryNow, useConnection } from "./connection.ts";
import { guestHeader, hasNewerToken, isGuest, setGuestToken } from "./guest.ts";

const server = vi.fn<typeof fetch>();
const lost = () => Promise.reject(new TypeError("Failed to fetch"));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  vi.stubGlobal("fetch", server);
  server.mockReset().mockImplementation(lost);
});
afterEach(() => {
  connectionFound();
  setGuestToken(undefined);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a server that can't be reached", () => {
  test("is asked again in growing steps, half a minute at most", async () => {
    connectionLost();
    connectionLost();
    const waits: number[] = [];
    for (let i = 0; i < 6; i++) {
      const { kind, retryAt } = useConnection.getState();
      expect(kind).toBe("offline");
      waits.push(retryAt - Date.now());
      await vi.advanceTimersByTimeAsync(retryAt - Date.now());
    }
    expect(waits).toEqual([2000, 4000, 8000, 16_000, 30_000, 30_000]);
    expect(server.mock.calls.map(([url]) => url)).toEqual(Array(6).fill("/health"));
  });

  test("has everything asked again once it answers, whatever it answers, and only then", async () => {
    const heard = vi.fn();
    const stop = onReconnected(heard);
    connectionFound();
    expect(heard).not.toHaveBeenCalled();
    connectionLost();
    await vi.advanceTimersByTimeAsync(2000);
    expect(heard).not.toHaveBeenCalled();
    server.mockResolvedValue(new Response("busy", { status: 503 }));
    await vi.advanceTimersByTimeAsync(4000);
    expect([heard.mock.calls.length, useConnection.getState().kind]).toEqual([1, "online"]);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(server).toHaveBeenCalledTimes(2);
    stop();
    connectionLost();
    connectionFound();
    expect(heard).toHaveBeenCalledOnce();
  });

  test("is asked at once by who does not want to wait, and then in the first steps again", async () => {
    connectionLost();
    await vi.advanceTimersByTimeAsync(14_000);
    const { length } = server.mock.calls;
    server.mockResolvedValue(new Response("OK"));
    retryNow();
    await vi.advanceTimersByTimeAsync(0);
    expect([server.mock.calls.length, useConnection.getState().kind]).toEqual([length + 1, "online"]);
    server.mockImplementation(lost);
    expect(await isReachable()).toBe(false);
    expect(useConnection.getState().retryAt - Date.now()).toBe(2000);
  });
});

describe("the token of a guest", () => {
  test("goes with every call, and ends with the guest", () => {
    expect([isGuest(), guestHeader()]).toEqual([false, {}]);
    setGuestToken("one");
    expect([isGuest(), guestHeader()]).toEqual([true, { "X-GuestToken": "one" }]);
  });

  test("that was refused is waited for, until the next comes or for a while", async () => {
    setGuestToken("one");
    const refused = guestHeader();
    const [next, late] = [hasNewerToken(refused), hasNewerToken(refused)];
    setGuestToken("one");
    setGuestToken("two");
    expect(await Promise.all([next, late])).toEqual([true, true]);
    expect(await hasNewerToken(refused)).toBe(true);
    const never = hasNewerToken(guestHeader());
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await never).toBe(false);
  });

  test("is waited for by nobody who has left, or has a session", async () => {
    expect(await hasNewerToken({})).toBe(false);
    setGuestToken("one");
    const leaving = new AbortController();
    const waiting = hasNewerToken(guestHeader(), leaving.signal);
    leaving.abort();
    expect(await waiting).toBe(false);
  });
});
