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

describe("an unreachable server", () => {
  test("is retried in growing steps up to half a minute", async () => {
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

  test("triggers a reload once it responds, whatever the response", async () => {
    const listener = vi.fn();
    const stop = onReconnected(listener);
    connectionFound();
    expect(listener).not.toHaveBeenCalled();
    connectionLost();
    await vi.advanceTimersByTimeAsync(2000);
    expect(listener).not.toHaveBeenCalled();
    server.mockResolvedValue(new Response("busy", { status: 503 }));
    await vi.advanceTimersByTimeAsync(4000);
    expect([listener.mock.calls.length, useConnection.getState().kind]).toEqual([1, "online"]);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(server).toHaveBeenCalledTimes(2);
    stop();
    connectionLost();
    connectionFound();
    expect(listener).toHaveBeenCalledOnce();
  });

  test("is retried immediately on request, then in short steps again", async () => {
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

describe("guest token", () => {
  test("is sent with every call until the guest session ends", () => {
    expect([isGuest(), guestHeader()]).toEqual([false, {}]);
    setGuestToken("one");
    expect([isGuest(), guestHeader()]).toEqual([true, { "X-GuestToken": "one" }]);
  });

  test("is awaited after a rejection, for a while", async () => {
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

  test("isn't awaited by aborted calls or signed-in users", async () => {
    expect(await hasNewerToken({})).toBe(false);
    setGuestToken("one");
    const leaving = new AbortController();
    const waiting = hasNewerToken(guestHeader(), leaving.signal);
    leaving.abort();
    expect(await waiting).toBe(false);
  });
});
