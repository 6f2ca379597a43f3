import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pass } from "../../testing/waits.ts";
import { disconnectStalled } from "./responses.ts";

const AFTER_MS = 40;
let server: Server;
beforeAll(async () => {
  server = createServer((request, answer) => {
    disconnectStalled(answer, AFTER_MS);
    answer.once("close", () => server.emit("ended", request.url, answer.writableFinished));
    const parts = request.url === "/slow" ? slowParts() : endlessParts();
    Readable.from(parts, { objectMode: false })
      .on("error", () => undefined)
      .pipe(answer);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function* endlessParts(): AsyncGenerator<Buffer> {
  for (;;) yield Buffer.alloc(65_536);
}

async function* slowParts(): AsyncGenerator<Buffer> {
  for (let part = 0; part < 3; part++) {
    yield Buffer.from("row\n");
    await pass(AFTER_MS * 3, "a slow peer");
  }
}

const port = () => (server.address() as AddressInfo).port;

test("a client that reads nothing is disconnected", async () => {
  const ended = once(server, "ended");
  const socket = connect(port(), "127.0.0.1", () => socket.write("GET /endless HTTP/1.1\r\nHost: x\r\n\r\n"));
  socket.pause().on("error", () => undefined);
  expect(await ended).toEqual(["/endless", false]);
  socket.destroy();
});

test("a client waiting for a slow database gets everything", async () => {
  const answer = await fetch(`http://127.0.0.1:${port()}/slow`);
  expect(await answer.text()).toBe("row\nrow\nrow\n");
});
