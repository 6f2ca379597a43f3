import { parseArgs } from "node:util";
import { CLASSES } from "./attack/index.ts";
import { type Outcome, runClasses } from "./attack/run.ts";

/**
 * `npm run attack -- http://127.0.0.1:8088`: sends hostile requests to a running server, prints by class which ones
 * succeeded, and removes what it created. Exits with 1 if any succeeded.
 */

const USAGE = `usage: TESSERA_ATTACK_PASSWORD=... npm run attack -- ADDRESS [--user admin] [--gap 500] [--only TEXT]

  ADDRESS      of the running server, e.g. http://127.0.0.1:8088
  --user       an administrator; the password is read from TESSERA_ATTACK_PASSWORD
  --gap        the longest that other requests may wait, in milliseconds
  --only       run the classes whose name has this text in it`;

const SHOWN_FINDINGS = 20;

function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      user: { type: "string", default: "admin" },
      gap: { type: "string", default: "500" },
      only: { type: "string", default: "" },
    },
  });
  const [address] = positionals;
  if (!address || !URL.canParse(address) || !/^https?:/.test(address)) throw new Error(USAGE);
  const password = process.env.TESSERA_ATTACK_PASSWORD;
  if (!password) throw new Error("Set TESSERA_ATTACK_PASSWORD to the password of the administrator.");
  const gapMs = Number(values.gap);
  if (!(gapMs > 0)) throw new Error("--gap takes a number of milliseconds.");
  const guestSecret = process.env.TESSERA_GUEST_TOKEN_SECRET;
  return {
    options: { url: address, user: values.user, password, gapMs, guestSecret },
    only: values.only.toLowerCase(),
  };
}

function print({ name, requests, ms, findings, skipped }: Outcome): void {
  const state = findings.length > 0 ? "FAIL" : skipped === undefined ? "ok" : "skip";
  const counts = `${String(requests).padStart(4)} requests ${(ms / 1000).toFixed(1).padStart(6)} s`;
  console.log(`${state.padEnd(5)} ${name.padEnd(64)} ${counts}${skipped ? `  (${skipped})` : ""}`);
  for (const { request, problem } of findings.slice(0, SHOWN_FINDINGS)) console.log(`        ${request}: ${problem}`);
  if (findings.length > SHOWN_FINDINGS) console.log(`        and ${findings.length - SHOWN_FINDINGS} more`);
}

async function main(): Promise<number> {
  const { options, only } = readOptions();
  const classes = CLASSES.filter(({ name }) => name.toLowerCase().includes(only));
  if (classes.length === 0) throw new Error(`No class has "${only}" in its name.`);
  const { outcomes, left, requests } = await runClasses(options, classes, {
    onOutcome: print,
    onStart: (clean) => {
      for (const signal of ["SIGINT", "SIGTERM"] as const) {
        process.once(signal, () => {
          console.log("Stopped: removing what the run made.");
          clean().then(
            () => process.exit(130),
            () => process.exit(130),
          );
        });
      }
    },
  });
  const failed = outcomes.filter(({ findings }) => findings.length > 0).length;
  for (const one of left) console.log(`Not removed: ${one}`);
  console.log(
    `${outcomes.length} classes, ${requests} requests: ${failed === 0 ? "nothing went through" : `${failed} failed`}.`,
  );
  return failed > 0 || left.length > 0 ? 1 : 0;
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  },
);
