import { spawn } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildWhenStale } from "./build.mjs";
import { installDependencies, nodePath, ROOT } from "./runtime.mjs";

/** `npm start`: a supported Node, a fresh build of the interface when its sources changed, dependencies, the server. */
const node = nodePath();
buildWhenStale(node);
installDependencies("run");
const main = join(ROOT, "src", "main-server.ts");
if (node === process.execPath) {
  await import(pathToFileURL(main).href);
} else {
  serve();
}

/** Runs the server on the pinned Node and passes signals on; this process only waits. */
function serve() {
  const server = spawn(node, [main], { cwd: ROOT, stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => server.kill(signal));
  server.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}
