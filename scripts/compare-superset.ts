import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { launchBrowser } from "../src/testing/stage.ts";
import { Account } from "./compare-superset/account.ts";
import { compareDashboards } from "./compare-superset/dashboards.ts";
import { writeRecorded } from "./compare-superset/recorded.ts";
import { outcomeOf, printTable } from "./compare-superset/report.ts";
import { type RunningSuperset, startSuperset } from "./compare-superset/superset.ts";
import { startTessera } from "./compare-superset/tessera.ts";

/**
 * `npm run compare-superset`: opens the example dashboards in Superset 6.1 and in Tessera, both on the same PostgreSQL,
 * and compares requests and results of each chart. Exits with 1 on differences that aren't listed.
 */

const USAGE = `usage: npm run compare-superset -- [--folder DIR] [--superset URL --user NAME] [--only TEXT]

  --folder     where Superset is installed, and what was seen is written
  --superset   a Superset that already runs; the password is read from SUPERSET_PASSWORD
  --user       an administrator of it
  --only       dashboards whose title has this text in it
  --pictures   take a picture of each tab in both
  --times      how long the data of a dashboard's charts takes in both
  --record     a file for what Superset asks for each chart, in neutral words (src/chart-types/recorded-queries.json)`;

function readOptions() {
  try {
    return parseArgs({
      options: {
        folder: { type: "string", default: join(tmpdir(), "compare-superset") },
        superset: { type: "string" },
        user: { type: "string", default: "admin" },
        only: { type: "string", default: "" },
        record: { type: "string" },
        pictures: { type: "boolean", default: false },
        times: { type: "boolean", default: false },
      },
    }).values;
  } catch {
    throw new Error(USAGE);
  }
}

async function supersetOf({ superset, user, folder }: ReturnType<typeof readOptions>): Promise<RunningSuperset> {
  if (!superset) return startSuperset(folder);
  const password = process.env.SUPERSET_PASSWORD;
  if (!password) throw new Error("Set SUPERSET_PASSWORD to the password of the administrator.");
  return { url: superset, user: { username: user, password }, stop: async () => undefined };
}

async function main(): Promise<number> {
  const options = readOptions();
  mkdirSync(join(options.folder, "pictures"), { recursive: true });
  const superset = await supersetOf(options);
  const tessera = await startTessera();
  const browser = await launchBrowser();
  try {
    const there = await Account.signIn(superset.url, superset.user);
    const { lines, changes } = await compareDashboards(browser, { there, ...tessera }, options);
    printTable(lines, changes);
    if (options.record) await writeRecorded(options.record, lines, there);
    const isBad = lines.some(
      (line) => !line.isDrawn || line.gamma || line.guest || outcomeOf(line).outcome === "different",
    );
    return isBad || changes.length > 0 ? 1 : 0;
  } finally {
    await browser.close();
    await tessera.stop();
    await superset.stop();
  }
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  },
);
