import { runScript } from "./runtime.mjs";

runScript("scripts/test.ts", process.argv.slice(2));
