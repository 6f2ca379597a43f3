import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import Fastify from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/server.ts";
import { pass } from "../../testing/waits.ts";
import { DEFAULT_LIMITS } from "../config/config.ts";
import { limitSlowBodies } from "./slow-bodies.ts";

async function opened(port: number, head: string) {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  let text = "";
  socket.on("data", (part) => (text += String(part)));
  socket.on("error", () => undefined);
  const start = performance.now();
  const closed = new Promise<{ text: string; ms: number }>((resolve) =>
    socket.once("close", () => resolve({ text, ms: performance.now() - start })),
  );
  socket.write(`${head}\r\nHost: x\r\n`);
  return { socket, closed, text: () => text };
}

async function trickle(socket: Socket, bytes: string, everyMs: number): Promise<void> {
  while (!socket.destroyed) {
    socket.write(bytes);
    await pass(everyMs, "a slow peer");
  }
}

describe("a slow body", () => {
  const server = Fastify({ bodyLimit: 10_000_000 });
  let port: number;
  beforeAll(async () => {
    limitSlowBodies(server, { idleMs: 400, graceMs: 600, bytesPerSecond: 2000, lingerMs: 200 });
    server.post("/", async (request) => JSON.stringify(request.body).length);
    await server.listen({ host: "127.0.0.1", port: 0 });
    port = (server.server.address() as AddressInfo).port;
  });
  afterAll(() => server.close());

  const HEAD = "POST / HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n";

  test("is timed out when no more data arrives", async () => {
    const { socket, closed } = await opened(port, HEAD.trimEnd());
    socket.write("\r\n[");
    const { text, ms } = await closed;
    expect(text).toMatch(/^HTTP\/1.1 408 /);
    expect(ms).toBeLessThan(2000);
  });

  test("is timed out when it trickles in", async () => {
    const { socket, closed } = await opened(port, HEAD.trimEnd());
    socket.write("\r\n[");
    void trickle(socket, " ", 50);
    const { text, ms } = await closed;
    expect(text).toMatch(/^HTTP\/1.1 408 /);
    expect(ms).toBeLessThan(3000);
  });

  test("requests without a connection are ignored", async () => {
    const answer = await server.inject({
      method: "POST",
      url: "/",
      payload: { a: 1 },
      headers: { "content-length": "0" },
    });
    expect(answer.statusCode).toBeLessThan(500);
    await pass(700, "nothing may happen meanwhile");
    expect((await server.inject({ method: "POST", url: "/", payload: { a: 1 } })).body).toBe("7");
  });

  test("is read as long as it keeps the minimum rate", async () => {
    const { socket, text } = await opened(port, HEAD.replace("100000", "12002").trimEnd());
    socket.write('\r\n"');
    for (let n = 0; n < 24; n++) {
      socket.write("x".repeat(500));
      await pass(100, "a slow peer");
    }
    socket.write('"');
    await expect.poll(text, { timeout: 3000 }).toMatch(/^HTTP\/1.1 200 [\s\S]*12002$/);
    socket.destroy();
  });
});

describe("a body larger than the limit", () => {
  let server: TestServer;
  let port: number;
  beforeAll(async () => {
    server = await startTestServer({ config: { limits: { ...DEFAULT_LIMITS, uploadBytes: 100_000_000 } } });
    port = Number(new URL(server.url).port);
  });
  afterAll(() => server.stop());

  async function upload(head: string): Promise<{ text: string; sent: number }> {
    const { socket, closed, text } = await opened(port, head);
    const part = Buffer.alloc(1_000_000, "x");
    const chunked = /chunked/.test(head);
    const start = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
    const framed = (data: Buffer | string) =>
      chunked
        ? Buffer.concat([Buffer.from(`${data.length.toString(16)}\r\n`), Buffer.from(data), Buffer.from("\r\n")])
        : data;
    socket.write("\r\n");
    socket.write(framed(start));
    while (!socket.destroyed && socket.bytesWritten < 600_000_000) {
      if (!socket.write(framed(part))) await Promise.race([once(socket, "drain"), closed]).catch(() => undefined);
    }
    await closed;
    return { text: text(), sent: socket.bytesWritten - socket.writableLength };
  }

  const multipart = async (path: string, length: string) => {
    const admin = await server.as("admin");
    const own = `Cookie: ${admin.cookie}\r\nX-CSRFToken: ${admin.csrf}\r\nContent-Type: multipart/form-data; boundary=b`;
    return upload(`POST ${path} HTTP/1.1\r\n${own}\r\n${length}`);
  };

  test("is rejected by its length before it is read", async () => {
    const { text, sent } = await multipart("/api/v1/database/1/upload/", "Content-Length: 5000000000");
    expect(text).toMatch(/^HTTP\/1.1 413 /);
    expect(sent).toBeLessThan(60_000_000);
  });

  test("without a length is read only up to the limit", async () => {
    const { text, sent } = await multipart("/api/v1/database/1/upload/", "Transfer-Encoding: chunked");
    expect(text).toMatch(/^HTTP\/1.1 413 /);
    expect(sent).toBeLessThan(server.app.config.limits.uploadBytes + 40_000_000);
  });

  test("isn't read for anonymous callers", async () => {
    const { text, sent } = await upload(
      "POST /api/v1/database/1/upload/ HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 5000000000",
    );
    expect(text).toMatch(/^HTTP\/1.1 401 /);
    expect(sent).toBeLessThan(60_000_000);
  });
});
