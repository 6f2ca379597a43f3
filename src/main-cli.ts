import { enableCompileCache } from "node:module";
import { dirname } from "node:path";
import { text } from "node:stream/consumers";
import "./i18n/node.ts";

enableCompileCache();
// Files that this process and its children write are readable by their owner only.
process.umask(0o077);
const [word = ""] = process.argv.slice(2);
// These need no server, whose modules take a second to load.
const { runCommand } = /^(?:pull|plan|apply|watch)$/.test(word)
  ? await import("./cli/as-code/run.ts")
  : await import("./cli/command.ts");
const stop = new AbortController();
if (word === "watch") for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
process.exitCode = await runCommand({
  args: process.argv.slice(2),
  env: process.env,
  root: dirname(import.meta.dirname),
  print: (line) => process.stdout.write(`${line}\n`),
  printError: (line) => process.stderr.write(`${line}\n`),
  input: () => text(process.stdin),
  isInteractive: process.stdin.isTTY === true && process.stdout.isTTY === true,
  signal: stop.signal,
});
