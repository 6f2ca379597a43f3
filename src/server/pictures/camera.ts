import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { lowerPriority } from "../priority.ts";
import type { PictureOrder, PictureReply } from "./protocol.ts";
import { PictureError } from "./protocol.ts";

/**
 * The screenshot process. It starts on demand, handles one order at a time and ends when idle, so that an idle server
 * has no browser in memory.
 */

const ENTRY = fileURLToPath(new URL("./child.ts", import.meta.url));
/** On top of the page's timeout: for starting the browser and closing hung pages. */
const GRACE_MS = 15_000;
const CAMERA_NICENESS = 10;

interface Waiting {
  id: number;
  resolve(bytes: Uint8Array): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
}

export class Camera {
  readonly #idleMs: number;
  #child: ChildProcess | undefined;
  #waiting: Waiting | undefined;
  #idle: NodeJS.Timeout | undefined;
  #lastId = 0;

  constructor(idleMs: number) {
    this.#idleMs = idleMs;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** The caller ensures that there is one order at a time. Rejects when the page can't be rendered. */
  take(order: Omit<PictureOrder, "id">): Promise<Uint8Array> {
    clearTimeout(this.#idle);
    const child = this.#child ?? this.#start();
    const id = ++this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
    const timer = setTimeout(() => this.#fail(new PictureError({ kind: "no-response" })), order.timeoutMs + GRACE_MS);
    this.#waiting = { id, resolve, reject, timer };
    child.send({ ...order, id } satisfies PictureOrder);
    return promise;
  }

  /** The caller ends its processes, which take too much memory. */
  failForMemory(): void {
    this.#fail(new PictureError({ kind: "memory" }));
  }

  close(): void {
    clearTimeout(this.#idle);
    this.#fail(new PictureError({ kind: "shutdown" }));
  }

  #start(): ChildProcess {
    const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", ENTRY], {
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      serialization: "advanced",
      env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: process.env.TMPDIR },
    });
    lowerPriority(child, CAMERA_NICENESS);
    child.on("message", (reply: PictureReply) => this.#receive(reply));
    child.on("error", (error) => this.#fail(error));
    child.on("exit", () => {
      if (this.#child === child) this.#fail(new PictureError({ kind: "exit" }));
    });
    child.unref();
    this.#child = child;
    return child;
  }

  #receive(reply: PictureReply): void {
    const waiting = this.#waiting;
    if (waiting?.id !== reply.id) return;
    clearTimeout(waiting.timer);
    this.#waiting = undefined;
    this.#idle = setTimeout(() => this.#end(), this.#idleMs).unref();
    if ("bytes" in reply) waiting.resolve(reply.bytes);
    else waiting.reject(reply.problem ? new PictureError(reply.problem) : new Error(reply.error));
  }

  #fail(error: Error): void {
    this.#end();
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (!waiting) return;
    clearTimeout(waiting.timer);
    waiting.reject(error);
  }

  #end(): void {
    const child = this.#child;
    this.#child = undefined;
    if (!child) return;
    if (child.connected) child.disconnect();
    const timer = setTimeout(() => child.kill("SIGKILL"), GRACE_MS).unref();
    child.once("exit", () => clearTimeout(timer));
  }
}
