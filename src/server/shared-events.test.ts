import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startRedis } from "../../scripts/services.ts";
import { createEvents } from "./events.ts";
import { createLog } from "./log.ts";
import { shareEvents } from "./shared-events.ts";

describe("events shared over Redis", () => {
  let folder = "";
  let url = process.env.TESSERA_TEST_REDIS_URL ?? "";
  let stop = async () => {};

  beforeAll(async () => {
    if (url) return;
    folder = mkdtempSync(join(tmpdir(), "tessera-redis-"));
    const redis = await startRedis(folder);
    if (typeof redis === "string") throw new Error(redis);
    url = redis.url;
    stop = redis.stop;
  });
  afterAll(async () => {
    await stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  const log = createLog(() => {});

  test("delivers a change once to each server", async () => {
    const local = [createEvents(), createEvents()] as const;
    const servers = await Promise.all(local.map((events) => shareEvents(events, url, log)));
    const listeners = local.map((events) => {
      const listener = vi.fn();
      events.onChanged("dataset", listener);
      return listener;
    });
    servers[0]!.events.changed("dataset", 7);
    await vi.waitFor(() => expect(listeners[1]).toHaveBeenCalledWith(7));
    expect(listeners[0]).toHaveBeenCalledTimes(1);
    expect(listeners[1]).toHaveBeenCalledTimes(1);
    await Promise.all(servers.map((server) => server.close()));
  });

  test("rejects at startup when Redis is unreachable", async () => {
    await expect(shareEvents(createEvents(), "redis://127.0.0.1:1", log)).rejects.toThrow();
  });
});
