import { type FSWatcher, readdirSync, statSync, watch as watchFolder } from "node:fs";
import { join } from "node:path";
import { isAssetPath } from "../../model/asset-files.ts";
import { CommandError } from "../../server/command-error.ts";
import type { BaseCall } from "../command-line.ts";
import { applyFiles, prepareChanges, pull, recordApplied } from "./actions.ts";
import { ChangedMeanwhileError } from "./client.ts";
import type { Project } from "./project.ts";
import { changesOf } from "./report.ts";

/** Editors write a file in several steps. */
const SETTLE_MS = 10;
/** Several saves in the interface are read together. */
const PULL_AFTER_MS = 100;
/** After files were applied, open dashboards repaint first: reading everything keeps the server busy. */
const PULL_AFTER_APPLY_MS = 1000;
/** Also while files are saved all the time. */
const PULL_AT_LATEST_MS = 10_000;
const RECONNECT_MS = 2000;

type Print = Pick<BaseCall, "print" | "printError">;

/** Until the call's signal aborts. Files and server are made the same first. */
export async function watch(project: Project, call: BaseCall): Promise<void> {
  await syncAll(project, call);
  const queue = new Queue(call);
  const puller = new Puller(() =>
    queue.add(async () => {
      for (const path of await pull(project, { prune: false, restore: false })) call.print(`< ${path}`);
    }),
  );
  const stopFiles = watchFiles(project, (paths) =>
    queue.add(async () => {
      puller.noteApply();
      await applySaved(project, paths, call);
      puller.noteApply();
    }),
  );
  const stopServer = watchServer(project, call, puller);
  call.print(`Watching ${project.folder}`);
  await aborted(call.signal);
  stopFiles();
  stopServer();
  await queue.idle();
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}

/** One after the other, as both sides write the same files. */
class Queue {
  readonly #print: Print;
  #last: Promise<void> = Promise.resolve();

  constructor(print: Print) {
    this.#print = print;
  }

  add(work: () => Promise<void>): void {
    this.#last = this.#last.then(work).catch((error: unknown) => {
      this.#print.printError(error instanceof CommandError ? error.message : String(error));
    });
  }

  idle(): Promise<void> {
    return this.#last;
  }
}

async function syncAll(project: Project, { print }: Print): Promise<void> {
  for (const path of await pull(project, { prune: false, restore: false })) print(`< ${path}`);
  const prepared = await prepareChanges(project, { prune: false, managedBy: undefined });
  if (prepared.sent.size === 0) return;
  const plan = await project.client.apply(prepared.changes);
  recordApplied(project, prepared, plan);
  for (const { path } of changesOf(plan)) print(`> ${path}`);
}

function watchFiles(project: Project, onSaved: (paths: string[]) => void): () => void {
  const saved = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const stop = watchFolders(project.folder, (path) => {
    const isFile = /\.ya?ml$/i.test(path) && isAssetPath(path) && !path.split("/").some((part) => part.startsWith("."));
    if (!isFile) return;
    saved.add(path);
    clearTimeout(timer);
    timer = setTimeout(() => {
      const paths = [...saved];
      saved.clear();
      onSaved(paths);
    }, SETTLE_MS);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

/** Each folder by itself: a recursive watch loses files that are replaced, as many editors do when they save. */
function watchFolders(root: string, onChange: (path: string) => void): () => void {
  const watchers = new Map<string, FSWatcher>();
  const add = (folder: string) => {
    if (watchers.has(folder)) return;
    const watcher = watchFolder(join(root, folder), (_, name) => {
      if (name === null) return;
      const path = folder === "" ? name : `${folder}/${name}`;
      if (isFolder(join(root, path))) addAll(path);
      else onChange(path);
    });
    const forget = () => {
      watcher.close();
      watchers.delete(folder);
    };
    watcher.on("error", forget);
    watchers.set(folder, watcher);
  };
  const addAll = (folder: string) => {
    add(folder);
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.name.startsWith(".")) continue;
      if (entry.isDirectory()) addAll(path);
      else if (folder !== "") onChange(path);
    }
  };
  addAll("");
  return () => {
    for (const watcher of watchers.values()) watcher.close();
  };
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

async function applySaved(project: Project, paths: readonly string[], call: Print): Promise<void> {
  try {
    for (const path of await applyFiles(project, paths)) call.print(`> ${path}`);
  } catch (error) {
    if (!(error instanceof ChangedMeanwhileError)) throw error;
    await syncAll(project, call);
  }
}

/** Reads changes of the server together, and after what was just applied is repainted. */
class Puller {
  readonly #pull: () => void;
  #timer: NodeJS.Timeout | undefined;
  #appliedMs = Number.NEGATIVE_INFINITY;

  constructor(pullNow: () => void) {
    this.#pull = pullNow;
  }

  noteApply(): void {
    this.#appliedMs = performance.now();
  }

  pullSoon(): void {
    if (this.#timer === undefined) this.#wait(PULL_AFTER_MS, performance.now() + PULL_AT_LATEST_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #wait(ms: number, latest: number): void {
    this.#timer = setTimeout(() => {
      const rest = Math.min(this.#appliedMs + PULL_AFTER_APPLY_MS, latest) - performance.now();
      if (rest > 0) return this.#wait(rest, latest);
      this.#timer = undefined;
      this.#pull();
    }, ms);
  }
}

function watchServer(project: Project, call: BaseCall, puller: Puller): () => void {
  let socket: WebSocket | undefined;
  let reconnect: NodeJS.Timeout | undefined;
  const connect = () => {
    socket = project.client.changes();
    socket.addEventListener("message", () => puller.pullSoon());
    socket.addEventListener("error", () => undefined);
    socket.addEventListener("close", () => {
      if (call.signal.aborted) return;
      reconnect = setTimeout(() => {
        connect();
        puller.pullSoon();
      }, RECONNECT_MS);
    });
  };
  connect();
  return () => {
    puller.stop();
    clearTimeout(reconnect);
    socket?.close();
  };
}
