import { describe, expect, test } from "vitest";
import type { QueryContext } from "../../model/query-context.ts";
import { type BatchRequest, type ChartAnswer, Coordinator, readFrames, type Transport } from "./coordinator.ts";

const context = (row_limit: number): QueryContext => ({
  datasource: { id: 1, type: "table" },
  queries: [{ columns: ["origin"], row_limit }],
});

interface Sent {
  requests: readonly BatchRequest[];
  signal: AbortSignal;
  answer(key: string, body: unknown): void;
  end(error?: Error): void;
}

function manualTransport(): { transport: Transport; sent: Sent[]; endPause(): void } {
  const sent: Sent[] = [];
  const pause = Promise.withResolvers<void>();
  const send = (
    requests: readonly BatchRequest[],
    onAnswer: (key: string, answer: ChartAnswer) => void,
    signal: AbortSignal,
  ) =>
    new Promise<void>((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
      sent.push({
        requests,
        signal,
        answer: (key, body) => onAnswer(key, { status: 200, body }),
        end: (error) => (error ? reject(error) : resolve()),
      });
    });
  const single = async (one: QueryContext, signal: AbortSignal) => {
    let answer: ChartAnswer = { status: 0, body: null };
    await send([{ key: "0", context: one }], (_, a) => (answer = a), signal);
    return answer;
  };
  const soon = (callback: () => void) => queueMicrotask(callback);
  return { transport: { single, batch: send, soon, pause: () => pause.promise }, sent, endPause: pause.resolve };
}

const moment = () => new Promise(setImmediate);

describe("coordinator", () => {
  test("batches concurrent requests and resolves them as they finish", async () => {
    const { transport, sent } = manualTransport();
    const coordinator = new Coordinator(transport);
    const { signal } = new AbortController();
    const slow = coordinator.request(context(1), signal);
    const quick = coordinator.request(context(2), signal);
    await moment();
    expect(sent).toHaveLength(1);
    expect(sent[0]!.requests.map((r) => r.context.queries[0]!.row_limit)).toEqual([1, 2]);
    sent[0]!.answer("1", "quick");
    expect((await quick).body).toBe("quick");
    sent[0]!.answer("0", "slow");
    expect((await slow).body).toBe("slow");
  });

  test("splits large batches", async () => {
    const { transport, sent } = manualTransport();
    const coordinator = new Coordinator(transport);
    const { signal } = new AbortController();
    const answers = Array.from({ length: 450 }, (_, limit) => coordinator.request(context(limit + 1), signal));
    await moment();
    expect(sent.map(({ requests }) => requests.length)).toEqual([200, 200, 50]);
    for (const { requests, answer } of sent) for (const { key } of requests) answer(key, "there");
    expect((await Promise.all(answers)).every(({ body }) => body === "there")).toBe(true);
  });

  test("joins identical requests, and sends later ones again", async () => {
    const { transport, sent } = manualTransport();
    const coordinator = new Coordinator(transport);
    const { signal } = new AbortController();
    const both = Promise.all([coordinator.request(context(1), signal), coordinator.request(context(1), signal)]);
    await moment();
    expect(sent[0]!.requests).toHaveLength(1);
    sent[0]!.answer("0", "once");
    sent[0]!.end();
    expect((await both).map((a) => a.body)).toEqual(["once", "once"]);
    void coordinator.request(context(1), signal).catch(() => undefined);
    await moment();
    expect(sent).toHaveLength(2);
  });

  test("aborts a call only once all requesters have left", async () => {
    const { transport, sent } = manualTransport();
    const coordinator = new Coordinator(transport);
    const first = new AbortController();
    const second = new AbortController();
    const one = coordinator.request(context(1), first.signal);
    const two = coordinator.request(context(2), second.signal);
    await moment();
    first.abort();
    await expect(one).rejects.toThrow(/abort/i);
    expect(sent[0]!.signal.aborted).toBe(false);
    second.abort();
    await expect(two).rejects.toThrow(/abort/i);
    expect(sent[0]!.signal.aborted).toBe(true);
  });

  describe("confirmations", () => {
    const limitsOf = ({ requests }: Sent) => requests.map((request) => request.context.queries[0]!.row_limit);

    function ask() {
      const { transport, sent, endPause } = manualTransport();
      const coordinator = new Coordinator(transport);
      const [all, shown] = [new AbortController(), new AbortController()];
      void coordinator.request(context(1), shown.signal, true).catch(() => undefined);
      void coordinator.request(context(2), all.signal).catch(() => undefined);
      void coordinator.request(context(3), all.signal, true).catch(() => undefined);
      coordinator.sendNow();
      return { sent, endPause, shown, coordinator };
    }

    test("are asked for once charts without numbers have theirs", async () => {
      const { sent } = ask();
      expect(sent.map(limitsOf)).toEqual([[2]]);
      sent[0]!.answer("0", "there");
      sent[0]!.end();
      await moment();
      expect(sent.map(limitsOf)).toEqual([[2], [1, 3]]);
    });

    test("don't wait long for others", async () => {
      const { sent, endPause } = ask();
      await moment();
      expect(sent).toHaveLength(1);
      endPause();
      await moment();
      expect(sent.map(limitsOf)).toEqual([[2], [1, 3]]);
    });

    test("that nobody waits for any more are never asked for", async () => {
      const { sent, endPause, shown } = ask();
      shown.abort();
      endPause();
      await moment();
      expect(sent.map(limitsOf)).toEqual([[2], [3]]);
    });

    test("of a second click wait for the charts of that click", async () => {
      const { transport, sent } = manualTransport();
      const coordinator = new Coordinator(transport);
      const click = (first: number, shown: number) => {
        const gone = new AbortController();
        void coordinator.request(context(first), gone.signal).catch(() => undefined);
        void coordinator.request(context(shown), gone.signal, true).catch(() => undefined);
        coordinator.sendNow();
        return gone;
      };
      const before = click(1, 2);
      before.abort();
      click(3, 4);
      await moment();
      expect(sent.map(limitsOf)).toEqual([[1], [3]]);
    });

    test("that others ask for are sent at once", async () => {
      const { sent, coordinator } = ask();
      void coordinator.request(context(1), new AbortController().signal).catch(() => undefined);
      await moment();
      expect(sent.map(limitsOf)).toEqual([[2], [1]]);
      coordinator.confirmNow();
      expect(sent.map(limitsOf)).toEqual([[2], [1], [3]]);
    });

    test("don't wait if there is nothing else to ask", () => {
      const { transport, sent } = manualTransport();
      const coordinator = new Coordinator(transport);
      void coordinator.request(context(1), new AbortController().signal, true);
      coordinator.sendNow();
      expect(sent.map(limitsOf)).toEqual([[1]]);
    });
  });

  test("calls back after sending even if nobody waits any more", async () => {
    const { transport } = manualTransport();
    const coordinator = new Coordinator(transport);
    const gone = new AbortController();
    void coordinator.request(context(1), gone.signal).catch(() => undefined);
    const sent = new Promise<void>((resolve) => coordinator.afterSending(resolve));
    gone.abort();
    await sent;
  });

  test("never sends a request that was aborted before", async () => {
    const { transport, sent } = manualTransport();
    const gone = new AbortController();
    const request = new Coordinator(transport).request(context(1), gone.signal);
    gone.abort();
    await expect(request).rejects.toThrow(/abort/i);
    await moment();
    expect(sent).toHaveLength(0);
  });

  test("rejects only pending requests of a broken call", async () => {
    const { transport, sent } = manualTransport();
    const coordinator = new Coordinator(transport);
    const { signal } = new AbortController();
    const done = coordinator.request(context(1), signal);
    const lost = coordinator.request(context(2), signal);
    await moment();
    sent[0]!.answer("0", "ok");
    sent[0]!.end(new Error("Network error"));
    expect((await done).body).toBe("ok");
    await expect(lost).rejects.toThrow("Network error");
  });
});

test("reads answers across chunks, and leaves out one that is incomplete", async () => {
  const answer = (key: string, text: string) => {
    const bytes = new TextEncoder().encode(text);
    return [...new TextEncoder().encode(`{"key":"${key}","status":200,"bytes":${bytes.length}}\n`), ...bytes];
  };
  const sent = Uint8Array.from([...answer("é", "1\n2"), ...answer("b", ""), ...answer("c", "345").slice(0, -1)]);
  for (const size of [1, 7, 40, sent.length]) {
    async function* stream() {
      for (let at = 0; at < sent.length; at += size) yield sent.slice(at, at + size);
    }
    const read: unknown[] = [];
    for await (const { head, bytes } of readFrames(stream())) read.push([head.key, new TextDecoder().decode(bytes)]);
    expect(read).toEqual([
      ["é", "1\n2"],
      ["b", ""],
    ]);
  }
});
