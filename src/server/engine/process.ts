import { AsyncLocalStorage } from "node:async_hooks";
import { type ChildProcess, spawn } from "node:child_process";
import type { Duplex } from "node:stream";
import { fileURLToPath } from "node:url";
import { t } from "../../i18n/translate.ts";
import { ALLOCATOR } from "../config/process-memory.ts";
import { lowerPriority, setLowestPriority } from "../priority.ts";
import { COMPILE_CACHE } from "../threads/limited-worker.ts";
import { errorText, memoryFullText, timeoutText } from "./engine-errors.ts";
import { type EngineReply, type EngineRequest, encodeFrame, frameReader, isOutOfMemory } from "./protocol.ts";

/** `memoryLimit` in DuckDB's format, e.g. `2GB`. */
export interface EngineSettings {
  memoryLimit: string;
  threads: number;
  temporaryFolder: string;
  connectionsPerFile: number;
  reservedConnections?: number;
  statementsPerUser?: number;
  /** Idle time after which the process exits to free memory; default never. */
  idleMs?: number;
  /** How long a canceled statement may take to stop before the process is killed. */
  graceMs?: number;
}

/**
 * `query`: the engine rejected or failed the statement. `stopped`: the process died. `cancelled`: by the caller.
 * `timeout`: over the time limit.
 */
export class EngineFailure extends Error {
  override readonly name = "EngineFailure";
  readonly reason: "query" | "stopped" | "cancelled" | "timeout";

  constructor(reason: EngineFailure["reason"], message: string) {
    super(message);
    this.reason = reason;
  }
}

interface Listener {
  onReply(reply: EngineReply, bytes: readonly Buffer[]): void;
  onFailure(error: EngineFailure): void;
}

interface Pending extends Listener {
  running: Running;
  /** In the caller's language: replies arrive outside of its async context. */
  fail(reason: EngineFailure["reason"], text: () => string): void;
  op: EngineRequest["op"];
  release(): void;
  /** The time limit applies to a stream's first rows; the rest depends on the reader. */
  stopTimer(): void;
}

const GRACE_MS = 15_000;
/** Cached results and pages take precedence: under load the engine gets about a tenth of the server's CPU. */
const ENGINE_NICENESS = 10;
const CHILD_ENTRY = fileURLToPath(new URL("./child.ts", import.meta.url));

const PARTIAL_REPLIES: ReadonlySet<EngineReply["kind"]> = new Set(["batch", "rows", "progress", "json", "spooled"]);

interface Running {
  child: ChildProcess;
  pipe: Duplex;
  isRetired: boolean;
  /** Ended because it, or the server's processes together, needed more memory than they may. */
  isOverMemory: boolean;
}

export class EngineProcess {
  readonly #settings: EngineSettings;
  readonly #pending = new Map<number, Pending>();
  readonly #stopping = new Map<number, { running: Running; timer: NodeJS.Timeout }>();
  #running: Running | undefined;
  #idle: NodeJS.Timeout | undefined;
  #lastId = 0;
  #closed = false;

  constructor(settings: EngineSettings) {
    this.#settings = settings;
  }

  get pid(): number | undefined {
    return this.#running?.child.pid;
  }

  lowerPriority(): void {
    if (this.#running) setLowestPriority(this.#running.child);
  }

  /** Its statements fail, and the next ones start another process. */
  endForMemory(): void {
    if (!this.#running) return;
    this.#running.isOverMemory = true;
    this.#running.child.kill("SIGKILL");
  }

  nextId(): number {
    return ++this.#lastId;
  }

  start(
    request: EngineRequest,
    limits: { signal?: AbortSignal | undefined; timeoutMs?: number | undefined },
    listener: Listener,
  ): void {
    const { signal, timeoutMs } = limits;
    if (this.#closed || signal?.aborted) {
      listener.onFailure(
        this.#closed ? new EngineFailure("stopped", t("The query engine is shutting down.")) : cancelled(),
      );
      return;
    }
    const { id } = request;
    const onAbort = () => this.#abort(id, cancelled());
    signal?.addEventListener("abort", onAbort, { once: true });
    const timer = timeoutMs
      ? setTimeout(() => this.#abort(id, new EngineFailure("timeout", timeoutText(timeoutMs))), timeoutMs)
      : undefined;
    const stopTimer = () => clearTimeout(timer);
    const release = () => {
      signal?.removeEventListener("abort", onAbort);
      stopTimer();
    };
    clearTimeout(this.#idle);
    this.#running ??= this.#spawn();
    const running = this.#running;
    const fail = AsyncLocalStorage.bind((reason: EngineFailure["reason"], text: () => string) =>
      listener.onFailure(new EngineFailure(reason, text())),
    );
    this.#pending.set(id, { ...listener, running, fail, op: request.op, release, stopTimer });
    running.pipe.write(encodeFrame(request));
  }

  more(id: number): void {
    this.#pending.get(id)?.running.pipe.write(encodeFrame({ id, op: "more" }));
  }

  /** Doesn't notify the listener. A no-op after the last reply. */
  cancel(id: number): void {
    const running = this.#pending.get(id)?.running;
    if (!running) return;
    running.pipe.write(encodeFrame({ id, op: "cancel" }));
    const graceMs = this.#settings.graceMs ?? GRACE_MS;
    this.#stopping.set(id, { running, timer: setTimeout(() => running.child.kill("SIGKILL"), graceMs) });
    this.#settle(id);
  }

  stopTimeLimit(id: number): void {
    this.#pending.get(id)?.stopTimer();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idle);
    const running = this.#running;
    this.#running = undefined;
    for (const each of new Set([...this.#pending.values()].map((one) => one.running))) {
      this.#failAll(each, () => t("The query engine is shutting down."));
      if (each !== running) each.pipe.destroy();
    }
    if (!running || running.child.exitCode !== null) return;
    const exited = new Promise<void>((resolve) => running.child.once("exit", () => resolve()));
    running.pipe.destroy();
    const kill = setTimeout(() => running.child.kill("SIGKILL"), GRACE_MS);
    await exited;
    clearTimeout(kill);
  }

  #abort(id: number, failure: EngineFailure): void {
    const pending = this.#pending.get(id);
    if (!pending) return;
    this.cancel(id);
    pending.onFailure(failure);
  }

  #settle(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    pending?.release();
    if (pending) this.#endRetired(pending.running);
    if (this.#pending.size === 0) this.#rest();
    return pending;
  }

  /**
   * A process that ran out of memory may die at any time: new requests go to another one, and it exits after its last
   * reply.
   */
  #retire(running: Running): void {
    running.isRetired = true;
    if (this.#running === running) this.#running = undefined;
    this.#endRetired(running);
  }

  #endRetired(running: Running): void {
    if (!running.isRetired) return;
    const isBusy = [...this.#pending.values(), ...this.#stopping.values()].some((one) => one.running === running);
    if (!isBusy) running.pipe.destroy();
  }

  #rest(): void {
    const { idleMs } = this.#settings;
    clearTimeout(this.#idle);
    if (idleMs === undefined || this.#closed) return;
    this.#idle = setTimeout(() => {
      const running = this.#running;
      this.#running = undefined;
      running?.pipe.destroy();
    }, idleMs).unref();
  }

  #spawn(): Running {
    const { child, pipe } = spawnEngineChild(this.#settings);
    const running = { child, pipe, isRetired: false, isOverMemory: false };
    pipe.on(
      "data",
      frameReader<EngineReply>((reply, bytes) => this.#receive(reply, bytes, running)),
    );
    pipe.on("error", () => undefined);
    child.on("error", () => this.#died(running));
    child.on("exit", (_code, signal) => {
      // How a process ends that can't allocate: within its limit, other failures are statements'.
      running.isOverMemory ||= signal === "SIGABRT" || signal === "SIGTRAP";
      this.#died(running);
    });
    return running;
  }

  #died(running: Running): void {
    if (this.#running === running) this.#running = undefined;
    running.pipe.destroy();
    if (running.isOverMemory) this.#failAll(running, memoryFullText, "query");
    else this.#failAll(running, () => t("The query engine stopped and was restarted. Run the query again."));
  }

  #failAll(running: Running, text: () => string, reason: EngineFailure["reason"] = "stopped"): void {
    for (const [id, stopping] of [...this.#stopping]) if (stopping.running === running) this.#stopped(id);
    for (const [id, pending] of [...this.#pending]) {
      if (pending.running === running) this.#settle(id)?.fail(reason, text);
    }
  }

  #stopped(id: number): void {
    clearTimeout(this.#stopping.get(id)?.timer);
    this.#stopping.delete(id);
  }

  #receive(reply: EngineReply, bytes: readonly Buffer[], running: Running): void {
    const { id } = reply;
    const isLast = !PARTIAL_REPLIES.has(reply.kind);
    if (isLast) this.#stopped(id);
    if (reply.kind === "error" && isOutOfMemory(reply.message)) this.#retire(running);
    const pending = this.#pending.get(id);
    if (!pending) {
      this.#endRetired(running);
      return;
    }
    if (reply.kind === "error") {
      this.#settle(id);
      pending.fail("query", () => errorText(reply));
      return;
    }
    if (reply.kind === "batch" || reply.kind === "rows") pending.stopTimer();
    if (isLast) this.#settle(id);
    pending.onReply(reply, bytes);
  }
}

/** The process exits when its pipe closes, so it never outlives the server. */
export function spawnEngineChild(settings: EngineSettings): { child: ChildProcess; pipe: Duplex } {
  const program = [
    process.execPath,
    ...[
      "--disable-warning=ExperimentalWarning",
      "--max-semi-space-size=1",
      CHILD_ENTRY,
      JSON.stringify({ reservedConnections: 0, ...settings }),
    ],
  ];
  const [command = "", ...args] = limitMemory(program, settings.memoryLimit);
  const child = spawn(command, args, {
    stdio: ["ignore", "inherit", "inherit", "pipe"],
    env: {
      PATH: process.env.PATH,
      TZ: "UTC",
      ...ALLOCATOR,
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      UV_THREADPOOL_SIZE: String((settings.connectionsPerFile + (settings.reservedConnections ?? 0)) * 2 + 8),
    },
  });
  lowerPriority(child, ENGINE_NICENESS);
  return { child, pipe: child.stdio[3] as Duplex };
}

const UNCOUNTED_KB = 1024 * 1024;

/**
 * DuckDB doesn't count texts that it computes, which can reach 4 GB each. So on Linux the process is limited to twice
 * its limit plus some; then the query fails instead of the process. On other systems the process may die and is
 * restarted.
 */
function limitMemory(program: readonly string[], memoryLimit: string): readonly string[] {
  const limitKb = kilobytesOf(memoryLimit);
  if (process.platform !== "linux" || limitKb === undefined) return program;
  return ["/bin/sh", "-c", `ulimit -d ${2 * limitKb + UNCOUNTED_KB} 2>/dev/null; exec "$0" "$@"`, ...program];
}

const UNITS_KB: Readonly<Record<string, number>> = { K: 1, M: 1024, G: 1024 ** 2, T: 1024 ** 3 };

function kilobytesOf(memoryLimit: string): number | undefined {
  const [, amount, unit = ""] = /^\s*(\d+(?:\.\d+)?)\s*([KMGT])i?B\s*$/i.exec(memoryLimit) ?? [];
  const factor = UNITS_KB[unit.toUpperCase()];
  return amount === undefined || factor === undefined ? undefined : Math.ceil(Number(amount) * factor);
}

const cancelled = () => new EngineFailure("cancelled", t("The query was stopped."));
