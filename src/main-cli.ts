import { enableCompileCache } from "node:module";
import { dirname } from "node:path";
import "./i18n/node.ts";

/** The command line: `tessera export|import|validate DIR`. */
enableCompileCache();
// Whatever is written, by child processes too, is for the user that runs this alone.
process.umask(0o077);
const { runCommand } = await import("./api/bundle/command.ts");
process.exitCode = await runCommand({
  args: process.argv.slice(2),
  env: process.env,
  root: dirname(import.meta.dirname),
  print: (line) => process.stdout.write(`${line}\n`),
  printError: (line) => process.stderr.write(`${line}\n`),
});
