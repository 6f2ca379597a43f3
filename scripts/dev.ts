import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { createServer, type ViteDevServer } from "vite";
import { freePort } from "./services.ts";

/**
 * `npm run dev`: Vite serves the interface with hot module replacement, in front of a server that restarts when its
 * code changes. Arguments are passed to the server's Node (`npm run dev -- --inspect`).
 */

const ROOT = join(import.meta.dirname, "..");
const PORT = Number(process.env.TESSERA_PORT ?? 8088);
const SERVER_FOLDERS = [
  ...["api", "chart-kit", "chart-seam", "chart-types", "connectors", "i18n", "model", "query", "server"],
  ...["main-server.ts", "main-worker.ts"],
];
const DEBOUNCE_MS = 100;
const HOST = process.env.TESSERA_HOST ?? "127.0.0.1";

async function writePage(vite: ViteDevServer, folder: string): Promise<void> {
  const page = readFileSync(join(ROOT, "src", "web", "index.html"), "utf8").replaceAll('"../', `"/@fs${ROOT}/src/`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "index.html"), await vite.transformIndexHtml("/index.html", page));
}

async function startVite(serverPort: number): Promise<ViteDevServer> {
  const server = `http://127.0.0.1:${serverPort}`;
  const vite = await createServer({
    root: join(ROOT, "src", "web"),
    configFile: join(ROOT, "vite.config.ts"),
    appType: "custom",
    clearScreen: false,
    server: {
      host: HOST,
      port: PORT,
      strictPort: true,
      fs: { allow: [ROOT] },
      proxy: {
        "^/(?!static/)": {
          target: server,
          ws: true,
          configure: (proxy) => {
            // Vite's client and the page's preamble are inline scripts, which the policy of a built page refuses.
            proxy.on("proxyRes", ({ headers }) => void delete headers["content-security-policy"]);
          },
        },
      },
    },
  });
  await vite.listen();
  return vite;
}

const serverPort = await freePort();
const page = `http://${HOST}:${PORT}`;
const vite = await startVite(serverPort);
const webFolder = join(ROOT, "dist", "dev");
await writePage(vite, webFolder);

function startServer(): ChildProcess {
  const server = spawn(process.execPath, [...process.argv.slice(2), join(ROOT, "src", "main-server.ts")], {
    stdio: ["inherit", "pipe", "inherit"],
    env: { ...process.env, TESSERA_HOST: "127.0.0.1", TESSERA_PORT: String(serverPort), TESSERA_WEB_DIR: webFolder },
  });
  // The server knows its own port only; pages are at Vite's.
  server.stdout
    .setEncoding("utf8")
    .on("data", (text: string) => process.stdout.write(text.replaceAll(`http://127.0.0.1:${serverPort}`, page)));
  return server;
}

async function stop(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill(signal);
  await once(server, "exit");
}

let server = startServer();
let restarting: NodeJS.Timeout | undefined;
let stopping = Promise.resolve();

function restart(): void {
  stopping = stopping.then(async () => {
    await stop(server, "SIGTERM");
    server = startServer();
  });
}

vite.watcher.add(SERVER_FOLDERS.map((folder) => join(ROOT, "src", folder)));
vite.watcher.on("all", (_, file) => {
  const [, folder = ""] = relative(ROOT, file).split(sep);
  if (!SERVER_FOLDERS.includes(folder) || !file.endsWith(".ts") || file.endsWith(".test.ts")) return;
  clearTimeout(restarting);
  restarting = setTimeout(restart, DEBOUNCE_MS);
});

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, async () => {
    await Promise.all([stop(server, signal), vite.close()]);
    process.exit(0);
  });
}
