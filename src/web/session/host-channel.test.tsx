import { afterEach, expect, test, vi } from "vitest";
import { openHostChannel } from "./host-channel.ts";
import { listenForHost } from "./host-port.ts";

afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

const HANDSHAKE = { type: "__embedded_comms__", handshake: "port transfer" };
const anotherWindow = () => document.body.appendChild(document.createElement("iframe")).contentWindow;

function say(source: Window | null, data: unknown, ports: MessagePort[] = []): void {
  const event = new MessageEvent("message", { data, origin: "https://evil.example" });
  Object.defineProperties(event, { source: { value: source }, ports: { value: ports } });
  window.dispatchEvent(event);
}

function receiverOf(port: MessagePort): () => Promise<Record<string, unknown>> {
  const messages: Record<string, unknown>[] = [];
  port.onmessage = ({ data }) => messages.push(data);
  return async () => {
    await vi.waitFor(() => expect(messages.length).toBeGreaterThan(0));
    return messages.shift() as Record<string, unknown>;
  };
}

test("only accepts messages of the parent page, exposes listed methods only, and hides error details", async () => {
  const parent = anotherWindow();
  vi.spyOn(window, "parent", "get").mockReturnValue(parent as never);
  const [forged, real, second] = [new MessageChannel(), new MessageChannel(), new MessageChannel()];
  const tokens: unknown[] = [];
  const opening = openHostChannel(() => ({
    guestToken: ({ guestToken }) => tokens.push(guestToken),
    size: (args) => Object.keys(args),
    fails: () => {
      throw new Error("at /srv/app: select password");
    },
  }));
  listenForHost();
  for (const source of [window, null, anotherWindow()]) say(source, HANDSHAKE, [forged.port2]);
  for (const data of [null, "x", { ...HANDSHAKE, type: "x" }, { ...HANDSHAKE, handshake: "x" }])
    say(parent, data, [forged.port2]);
  say(parent, HANDSHAKE);
  say(parent, HANDSHAKE, [real.port2]);
  await opening;
  say(parent, HANDSHAKE, [second.port2]);
  const emit = (port: MessagePort, guestToken: string) =>
    port.postMessage({ switchboardAction: "emit", method: "guestToken", args: { guestToken } });
  for (const { port1 } of [forged, second]) emit(port1, "forged");
  emit(real.port1, "real");

  const received = receiverOf(real.port1);
  const ask = (method: unknown, args?: unknown) => {
    real.port1.postMessage({ switchboardAction: "get", method, messageId: "m", args });
    return received();
  };
  for (const method of ["constructor", "__proto__", "toString", "hasOwnProperty", { a: 1 }, undefined]) {
    const error = `Method "${String(method)}" is not defined`;
    expect(await ask(method)).toEqual({ switchboardAction: "error", messageId: "m", error });
  }
  expect(await ask("fails")).toEqual({ switchboardAction: "error", messageId: "m", error: 'Method "fails" failed' });
  for (const data of [null, 7, "x", {}, { switchboardAction: "other" }, { switchboardAction: "reply", messageId: "z" }])
    real.port1.postMessage(data);
  expect(await ask("size", JSON.parse('{"__proto__":{"polluted":true},"a":1}'))).toMatchObject({
    switchboardAction: "reply",
    result: expect.arrayContaining(["a"]),
  });
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect(tokens).toEqual(["real"]);
});
