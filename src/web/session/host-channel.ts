import { hostPort } from "./host-port.ts";

/**
 * Channel to the page that embeds this one, in the wire format of Superset's embedded SDK. The host sends a message
 * port once this page has loaded; then either side sends requests (`get`, answered with `reply` or `error`) and
 * notifications (`emit`) by method name. Only the parent page is accepted; the frame-ancestors policy limits who that
 * can be.
 */
export interface HostChannel {
  /** Sends a notification; hosts ignore unknown methods. */
  emit(method: string, args: unknown): void;
  /** Sends a request. Rejects if the host has no such method or it fails. */
  ask(method: string, args: unknown): Promise<unknown>;
}

/** Methods exposed to the host. If one throws, the host gets an error without details. */
export type HostMethods = Readonly<Record<string, (args: Record<string, unknown>) => unknown>>;

interface Message {
  switchboardAction?: unknown;
  method?: unknown;
  messageId?: unknown;
  args?: unknown;
  result?: unknown;
  error?: unknown;
}

/** Resolves once the host has sent its port. `methods` is called for each message. */
export async function openHostChannel(methods: () => HostMethods): Promise<HostChannel> {
  const port = await hostPort;
  const pending = new Map<string, { resolve(result: unknown): void; reject(error: Error): void }>();
  port.onmessage = ({ data }: MessageEvent<Message>) => {
    const { switchboardAction, messageId, result, error } = data ?? {};
    const request = pending.get(String(messageId));
    if (switchboardAction === "reply") request?.resolve(result);
    else if (switchboardAction === "error") request?.reject(new Error(String(error)));
    else void serve(port, methods(), data ?? {});
    if (switchboardAction === "reply" || switchboardAction === "error") pending.delete(String(messageId));
  };
  let count = 0;
  return {
    emit: (method, args) => port.postMessage({ switchboardAction: "emit", method, args }),
    ask: (method, args) =>
      new Promise((resolve, reject) => {
        const messageId = `m_embedded_${++count}`;
        pending.set(messageId, { resolve, reject });
        port.postMessage({ switchboardAction: "get", method, messageId, args });
      }),
  };
}

async function serve(port: MessagePort, methods: HostMethods, message: Message): Promise<void> {
  const { switchboardAction, method, messageId } = message;
  const name = String(method);
  const run = Object.hasOwn(methods, name) ? methods[name] : undefined;
  const args = typeof message.args === "object" && message.args !== null ? { ...message.args } : {};
  if (switchboardAction === "emit") return void (await attempt(() => run?.(args)));
  if (switchboardAction !== "get") return;
  const answer = run ? await attempt(() => run(args)) : undefined;
  const problem = run ? `Method "${name}" failed` : `Method "${name}" is not defined`;
  port.postMessage(
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
