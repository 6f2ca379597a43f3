import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { KINDS, parseName, write } from "./scaffold/scaffold.ts";

/** `npm run new KIND NAME`: creates the files and registry lines of a new chart type, connector, resource or page. */
const [kind = "", text = ""] = process.argv.slice(2);
const make = KINDS[kind];
if (!make) {
  console.error(`usage: npm run new (${Object.keys(KINDS).join(" | ")}) NAME`);
  process.exit(1);
}
try {
  const { created, changed } = write(process.cwd(), make(parseName(text)));
  for (const file of created) console.log(`created ${file}`);
  for (const file of changed) console.log(`added a line to ${file}`);
  const biome = join("node_modules", "@biomejs", "biome", "bin", "biome");
  spawnSync(process.execPath, [biome, "check", "--write", ...created, ...changed], { stdio: "inherit" });
  console.log(`Read docs/recipes/${kind}.md for what to fill in.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
