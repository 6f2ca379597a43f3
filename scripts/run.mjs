import { runScript } from "./runtime.mjs";

/** `node scripts/run.mjs FILE [ARG ...]`: a TypeScript file of the project, on a supported Node. */
const [file, ...args] = process.argv.slice(2);
if (!file) throw new Error("usage: node scripts/run.mjs FILE [ARG ...]");
runScript(file, args);
