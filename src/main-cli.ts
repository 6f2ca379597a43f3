import { enableCompileCache } from "node:module";
import { dirname } from "node:path";
import { text } from "node:stream/consumers";
import "./i18n/node.ts";

enableCompileCache();
// Files that this process and its children write are readable by their owner only.
process.umask(0o077);
const { runCommand } = await import("./cli/command.ts");
process.exitCode = await runCommand({
  args: process.argv.slice(2),
  env: process.env,
  root: dirname(import.meta.dirname),
  print: (line) => process.stdout.write(`${line}\n`),
  printError: (line) => process.stderr.write(`${line}\n`),
  input: () => text(process.stdin),
});
