import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { CHROMIUM_PATHS, DISABLED_FEATURES } from "../server/pictures/chromium.ts";
import { until } from "./waits.ts";

const ROOT = join(import.meta.dirname, "..", "..");
export const PASSWORD = "correct horse battery";

/** Keeps Chromium from connecting to anything but the tested server. */
const QUIET = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  DISABLED_FEATURES,
];

/** Software rendering for maps, without a limit of contexts per page. */
const MAPS = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--max-active-webgl-contexts=64"];

export interface RunningServer {
  url: string;
  home: string;
  process: ChildProcess;
  output(): string;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface ServerOptions {
  home?: string;
  port: number;
  env?: Record<string, string>;
}

/** Starts `main-server.ts` and waits until it responds. Rejects with its output if it exits before. */
export async function startServer({ home, port, env }: ServerOptions): Promise<RunningServer> {
  const folder = home ?? mkdtempSync(join(tmpdir(), "tessera-home-"));
  const child = spawn(process.execPath, [join(ROOT, "src", "main-server.ts")], {
    env: { ...process.env, TESSERA_PORT: String(port), TESSERA_HOME: folder, TESSERA_ADMIN_PASSWORD: PASSWORD, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
  const exited = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  const url = `http://127.0.0.1:${port}`;
  await answers(
    url,
    () => child.exitCode !== null,
    () => output,
  ).catch((error) => {
    child.kill("SIGKILL");
    throw error;
  });
  return {
    url,
    home: folder,
    process: child,
    output: () => output,
    stop: async (signal = "SIGTERM") => {
      child.kill(signal);
      const code = await exited;
      if (!home) rmSync(folder, { recursive: true, force: true });
      return code;
    },
  };
}

const START_MS = 180_000;

async function answers(url: string, hasEnded: () => boolean, output: () => string): Promise<void> {
  const limit = performance.now() + START_MS;
  await until(async () => {
    if (hasEnded()) throw new Error(`the server ended:\n${output()}`);
    if (performance.now() > limit) throw new Error(`the server did not answer:\n${output()}`);
    return fetch(`${url}/health`).then(
      (response) => response.ok,
      () => false,
    );
  });
}

const isRoot = process.getuid?.() === 0;
const LAUNCH = {
  executablePath: process.env.CHROME_PATH ?? CHROMIUM_PATHS.find((path) => existsSync(path)),
  args: [...QUIET, ...MAPS, ...(isRoot ? ["--no-sandbox"] : [])],
};

export async function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ ...LAUNCH, args: [...LAUNCH.args, ...args] });
}

/** A browser with a persistent profile, which caches files between visits. */
export async function launchProfile(folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, { ...LAUNCH, viewport: { width: 1440, height: 900 } });
}

export interface VisitOptions {
  width?: number;
  height?: number;
  dark?: boolean;
  /** What the browser asks for; `en-US` by default. */
  language?: string;
}

export interface Visit {
  context: BrowserContext;
  page: Page;
  /** Errors logged or thrown by the page, including violations of the content security policy. */
  problems: string[];
}

export async function visit(browser: Browser, options: VisitOptions = {}): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    colorScheme: options.dark ? "dark" : "light",
    reducedMotion: "reduce",
    timezoneId: "UTC",
    locale: options.language ?? "en-GB",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  context.setDefaultTimeout(20_000);
  const problems: string[] = [];
  // Violations that a script catches are not in the console.
  await context.exposeFunction("reportProblem", (text: string) => void problems.push(text));
  await context.addInitScript(() => {
    const { reportProblem } = window as never as { reportProblem(text: string): void };
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile }) =>
      reportProblem(`The policy was violated: ${violatedDirective} by ${blockedURI} in ${sourceFile}`),
    );
  });
  const page = await context.newPage();
  noteProblems(page, problems);
  return { context, page, problems };
}

export function noteProblems(page: Page, problems: string[]): void {
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" && !/status of 4\d\d/.test(message.text())) problems.push(message.text());
  });
}

export async function signIn(page: Page, url: string, path?: string): Promise<void> {
  const answer = await page.request.post(`${url}/login/`, { data: { username: "admin", password: PASSWORD } });
  if (!answer.ok()) throw new Error(`the server refused to sign in: ${await answer.text()}`);
  if (path !== undefined) await page.goto(url + path);
}
