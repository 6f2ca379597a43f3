import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pass } from "../../testing/waits.ts";
import { sendPieces } from "./responses.ts";

const COUNT = 64;
const PIECE_BYTES = 1 << 18;
let server: Server;
let ended: PromiseWithResolvers<string>;

beforeAll(async () => {
  server = createServer((request, answer) => void sendPieces(answer, pieces(request.url))).listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function* pieces(url: string | undefined): AsyncGenerator<Buffer> {
  const memory = Buffer.alloc(PIECE_BYTES);
  let count = 0;
  try {
    for (; count < COUNT; count++) {
      if (url === "/failing" && count === 2) throw new Error("went wrong");
      yield memory.fill(count);
    }
  } finally {
    ended.resolve(count === COUNT ? "whole" : "left");
  }
}

const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

test("pieces that share a buffer reach a slow client intact", async () => {
  ended = Promise.withResolvers();
  const answer = await fetch(`${address()}/`);
  await pass(200, "a slow peer");
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes.length).toBe(COUNT * PIECE_BYTES);
  const expected = Buffer.concat(Array.from({ length: COUNT }, (_, i) => Buffer.alloc(PIECE_BYTES, i)));
  expect(bytes.equals(expected)).toBe(true);
  expect(await ended.promise).toBe("whole");
});

test("stops producing pieces when the client disconnects", async () => {
  ended = Promise.withResolvers();
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1", () =>
    socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n"),
  );
  await once(socket, "data");
  socket.destroy();
  expect(await ended.promise).toBe("left");
});

test("a response body that fails midway ends with an error", async () => {
  ended = Promise.withResolvers();
  const answer = await fetch(`${address()}/failing`);
  await expect(answer.arrayBuffer()).rejects.toThrow();
  expect(await ended.promise).toBe("left");
});
