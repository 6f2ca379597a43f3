import { hostPort } from "./host-port.ts";

/**
 * The channel to the page of another site that shows this one in a frame, in the wire format of its SDK: the page sends
 * a port of a message channel once this one has loaded; then either side asks (`get`, answered by `reply` or `error`) or
 * tells (`emit`) the other by the name of a method. Only the page around is listened to, and only pages that the
 * embedding allows can be around (the frame-ancestors of this page's policy).
 */
export interface HostChannel {
  /** Tells the host; a host that has no such method ignores it. */
  emit(method: string, args: unknown): void;
  /** Asks the host. Rejects when it has no such method or fails. */
  ask(method: string, args: unknown): Promise<unknown>;
}

/** What the host may ask or tell, by name. Throwing answers the host by an error that says no more than that. */
export type HostMethods = Readonly<Record<string, (args: Record<string, unknown>) => unknown>>;

interface Message {
  switchboardAction?: unknown;
  method?: unknown;
  messageId?: unknown;
  args?: unknown;
  result?: unknown;
  error?: unknown;
}

/** The channel, once the host has sent its port; `methods` are looked up anew for each message. */
export async function openHostChannel(methods: () => HostMethods): Promise<HostChannel> {
  const line = await hostPort;
  const asked = new Map<string, { resolve(result: unknown): void; reject(error: Error): void }>();
  line.onmessage = ({ data }: MessageEvent<Message>) => {
    const { switchboardAction, messageId, result, error } = data ?? {};
    const question = asked.get(String(messageId));
    if (switchboardAction === "reply") question?.resolve(result);
    else if (switchboardAction === "error") question?.reject(new Error(String(error)));
    else void serve(line, methods(), data ?? {});
    if (switchboardAction === "reply" || switchboardAction === "error") asked.delete(String(messageId));
  };
  let count = 0;
  return {
    emit: (method, args) => line.postMessage({ switchboardAction: "emit", method, args }),
    ask: (method, args) =>
      new Promise((resolve, reject) => {
        const messageId = `m_embedded_${++count}`;
        asked.set(messageId, { resolve, reject });
        line.postMessage({ switchboardAction: "get", method, messageId, args });
      }),
  };
}

async function serve(line: MessagePort, methods: HostMethods, message: Message): Promise<void> {
  const { switchboardAction, method, messageId } = message;
  const name = String(method);
  const run = Object.hasOwn(methods, name) ? methods[name] : undefined;
  const args = typeof message.args === "object" && message.args !== null ? { ...message.args } : {};
  if (switchboardAction === "emit") return void (await attempt(() => run?.(args)));
  if (switchboardAction !== "get") return;
  const answer = run ? await attempt(() => run(args)) : undefined;
  const problem = run ? `Method "${name}" failed` : `Method "${name}" is not defined`;
  line.postMessage(
    answer
      ? { switchboardAction: "reply", messageId, result: answer.result }
      : { switchboardAction: "error", messageId, error: problem },
  );
}

async function attempt(run: () => unknown): Promise<{ result: unknown } | undefined> {
  try {
    return { result: await run() };
  } catch {
    return undefined;
  }
}
