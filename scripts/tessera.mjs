#!/usr/bin/env node
import { isAbsolute, resolve } from "node:path";
import { runScript } from "./runtime.mjs";

/** `tessera export|import|validate DIR`, with folders as seen from where it is called. */
const from = process.env.INIT_CWD ?? process.cwd();
const args = process.argv.slice(2).map((arg, i, all) => {
  const isPath =
    !arg.startsWith("-") && (i === 1 || all[i - 1] === "--secrets" || (i > 1 && all[i - 1] === "--sparse"));
  return isPath && !isAbsolute(arg) ? resolve(from, arg) : arg;
});
runScript("src/main-cli.ts", args);
