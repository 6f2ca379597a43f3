import { existsSync } from "node:fs";
import { join } from "node:path";
import { t } from "../../i18n/translate.ts";
import { typedError } from "../../model/errors.ts";
import type { App } from "../app.ts";
import { formatTimestamp } from "../clock.ts";
import { currentUserKey } from "../fair-share.ts";
import { FairQueue } from "../threads/fair-queue.ts";
import { Camera } from "./camera.ts";
import { CHROMIUM_PATHS } from "./chromium.ts";
import { PictureFolder } from "./picture-folder.ts";
import { problemText } from "./problem-text.ts";
import type { PictureOrder } from "./protocol.ts";
import { PictureError } from "./protocol.ts";

/**
 * Screenshots of pages, taken by a local Chromium: in the background, one at a time, in turn per user, and once for
 * concurrent requests. The browser is loaded on first use.
 */

export type PictureStatus = "Pending" | "Computing" | "Updated" | "Error";

export interface PictureState {
  status: PictureStatus;
  updatedAt: string;
}

export type PicturePlan = Omit<PictureOrder, "id" | "browser" | "timeoutMs" | "cookie"> & {
  session: { open(): Promise<PictureOrder["cookie"]>; close(): Promise<void> };
  /** Also stored under this name, for the time in which later ones fail. */
  lastName?: string;
};

const MB = 1024 * 1024;
const DAY_MS = 24 * 60 * 60 * 1000;
const LIMITS = { bytes: 64 * MB, ageMs: DAY_MS, lastAgeMs: 30 * DAY_MS };
const TIMEOUT_MS = 30_000;
const IDLE_MS = 20_000;
const MAX_WAITING_PER_USER = 20;
const MAX_WAITING = 1000;
const RETRY_AFTER_MS = 5 * 60_000;

export function picturesOf(app: App): Pictures | undefined {
  return app.once(openPictures);
}

function openPictures(app: App): Pictures | undefined {
  const { browser: chosen } = app.config;
  if (chosen === null) return undefined;
  const browser = [chosen, ...CHROMIUM_PATHS].find((path) => path !== undefined && existsSync(path));
  if (browser === undefined) return undefined;
  const pictures = new Pictures(app, browser);
  app.onClose(() => pictures.close());
  return pictures;
}

const NO_SESSION: PicturePlan["session"] = { open: () => Promise.resolve(undefined), close: () => Promise.resolve() };
const documentName = (name: string) => `${name}-pdf`;

interface Task {
  userKey: string;
  name: string;
  plan: PicturePlan;
}

interface AwaitedTask {
  userKey: string;
  plan: PicturePlan;
  timeoutMs: number;
  resolve(bytes: Uint8Array): void;
  reject(error: unknown): void;
}

export class Pictures {
  readonly #app: App;
  readonly #browser: string;
  readonly #camera = new Camera(IDLE_MS);
  readonly #folder: PictureFolder;
  readonly #waiting = new Map<string, Task>();
  readonly #queue = new FairQueue<Task>();
  readonly #awaited = new FairQueue<AwaitedTask>();
  #isAwaitedNext = true;
  readonly #failed = new Map<string, number>();
  #current: { name: string; since: number } | undefined;
  #isClosed = false;

  constructor(app: App, browser: string) {
    this.#app = app;
    this.#browser = browser;
    this.#folder = new PictureFolder(join(app.config.home, "pictures"), LIMITS);
  }

  get pid(): number | undefined {
    return this.#camera.pid;
  }

  failForMemory(): void {
    this.#camera.failForMemory();
  }

  read(name: string): Promise<Buffer | undefined> {
    return this.#folder.read(name);
  }

  readLast(lastName: string): Promise<Buffer | undefined> {
    return this.#folder.readLast(lastName);
  }

  async document(
    name: string,
    { origin, view }: Pick<PicturePlan, "origin" | "view">,
  ): Promise<Buffer | PictureState | undefined> {
    const stored = await this.read(name);
    if (!stored) return this.stateOf(name);
    const document = await this.read(documentName(name));
    if (document) return document;
    const plan: PicturePlan = { origin, view, path: "", screenshots: [stored], session: NO_SESSION };
    return this.order(documentName(name), plan, { isPatient: false });
  }

  async stateOf(name: string): Promise<PictureState | undefined> {
    const now = this.#app.clock.now();
    if (this.#current?.name === name) return stateAt("Computing", this.#current.since);
    if (this.#waiting.has(name)) return stateAt("Pending", now);
    const takenAt = await this.#folder.takenAt(name);
    if (takenAt !== undefined) return stateAt("Updated", takenAt);
    const failedAt = this.#failed.get(name);
    if (failedAt !== undefined && Math.abs(now - failedAt) < RETRY_AFTER_MS) return stateAt("Error", failedAt);
    return undefined;
  }

  /**
   * Takes the screenshot unless it exists or `isForced`. When the queue is full, an `isPatient` order waits for the
   * next request; others get a 429 or 503.
   */
  async order(
    name: string,
    plan: PicturePlan,
    { isForced = false, isPatient }: { isForced?: boolean; isPatient: boolean },
  ): Promise<PictureState> {
    const userKey = currentUserKey();
    if (isForced) {
      if (!this.#waiting.has(name)) this.#assertQueueHasRoom(userKey);
      this.#failed.delete(name);
      await this.#folder.expire(name);
      await this.#folder.expire(documentName(name));
    }
    const known = await this.stateOf(name);
    if (known) return known;
    const isNew = !this.#waiting.has(name);
    if (isNew && !isPatient) this.#assertQueueHasRoom(userKey);
    if (isNew && !this.#queueProblem(userKey)) {
      const task = { userKey, name, plan };
      this.#waiting.set(name, task);
      this.#queue.add(task);
    }
    void this.#work();
    return stateAt("Pending", this.#app.clock.now());
  }

  #assertQueueHasRoom(userKey: string): void {
    const problem = this.#queueProblem(userKey);
    if (problem) throw typedError("GENERIC_BACKEND_ERROR", problem.message, { status: problem.status });
  }

  #queueProblem(userKey: string): { status: number; message: string } | undefined {
    const own = [...this.#waiting.values()].filter((task) => task.userKey === userKey).length;
    if (own >= MAX_WAITING_PER_USER)
      return {
        status: 429,
        message: t(
          "{count, plural, one {# of your screenshots is waiting. Try again when it is done.} other {# of your screenshots are waiting. Try again when some are done.}}",
          { count: own },
        ),
      };
    if (this.#waiting.size >= MAX_WAITING)
      return { status: 503, message: t("Too many screenshots are waiting. Try again in a few minutes.") };
    return undefined;
  }

  takePicture(plan: PicturePlan, timeoutMs: number): Promise<Uint8Array> {
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
    this.#awaited.add({ userKey: currentUserKey(), plan, timeoutMs, resolve, reject });
    void this.#work();
    return promise.catch((error: unknown) => {
      throw error instanceof PictureError ? new Error(problemText(error.problem), { cause: error }) : error;
    });
  }

  printed(
    pictures: readonly Uint8Array[],
    { origin, view }: Pick<PicturePlan, "origin" | "view">,
  ): Promise<Uint8Array> {
    return this.takePicture({ origin, view, path: "", screenshots: pictures, session: NO_SESSION }, TIMEOUT_MS);
  }

  async #work(): Promise<void> {
    if (this.#current || this.#isClosed) return;
    const awaited = this.#isAwaitedNext || this.#queue.size === 0 ? this.#awaited.next() : undefined;
    this.#isAwaitedNext = !awaited;
    if (awaited) return this.#takeAwaited(awaited);
    const task = this.#queue.next();
    if (!task) return;
    this.#waiting.delete(task.name);
    this.#current = { name: task.name, since: this.#app.clock.now() };
    try {
      await this.#take(task);
    } catch (error) {
      if (this.#failed.size > MAX_WAITING) this.#failed.clear();
      this.#failed.set(task.name, this.#app.clock.now());
      if (!this.#isClosed) this.#app.log.error("failed to take a screenshot", { path: task.plan.path, error });
    } finally {
      this.#current = undefined;
      void this.#work();
    }
  }

  async #takeAwaited({ plan, timeoutMs, resolve, reject }: AwaitedTask): Promise<void> {
    this.#current = { name: "", since: this.#app.clock.now() };
    try {
      resolve(await this.#picture(plan, timeoutMs));
    } catch (error) {
      reject(error);
    } finally {
      this.#current = undefined;
      void this.#work();
    }
  }

  async #take({ name, plan }: Task): Promise<void> {
    const picture = await this.#picture(plan, TIMEOUT_MS);
    await this.#folder.write(name, picture);
    if (plan.lastName !== undefined) await this.#folder.writeLast(plan.lastName, picture);
  }

  async #picture({ session, lastName: _, ...plan }: PicturePlan, timeoutMs: number): Promise<Uint8Array> {
    try {
      const cookie = await session.open();
      return await this.#camera.take({ ...plan, cookie, browser: this.#browser, timeoutMs });
    } finally {
      await session.close();
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#waiting.clear();
    this.#queue.clear();
    for (const { reject } of this.#awaited.clear()) reject(new PictureError({ kind: "shutdown" }));
    this.#camera.close();
  }
}

function stateAt(status: PictureStatus, ms: number): PictureState {
  return { status, updatedAt: formatTimestamp(ms) };
}
