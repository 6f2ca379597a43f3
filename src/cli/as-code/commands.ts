import { statSync } from "node:fs";
import { basename, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { CommandError } from "../../server/command-error.ts";
import type { BaseCall, Command } from "../command-line.ts";
import { type ChangeOptions, prepareChanges, pull, recordApplied } from "./actions.ts";
import { AssetClient } from "./client.ts";
import { type Choice, conflictLine, type NamedConflict, Project } from "./project.ts";
import { isEmpty, planJson, planLines } from "./report.ts";
import { readVariables } from "./variables.ts";
import { watch } from "./watch.ts";

const SHARED = {
  args: ["DIR"],
  options: { url: "URL", token: "KEY", env: "NAME" },
  lists: { var: "NAME=VALUE" },
} as const;
const CHOICES = ["ours", "theirs", "abort"];
const CHANGING = ["prune", "manage", "allow-unknown-types", "json", ...CHOICES];

const NOTHING = 0;
const CHANGES = 2;

/** They work on a running server, so they need neither its settings nor its store. */
export const AS_CODE_COMMANDS: readonly Command<BaseCall>[] = [
  {
    ...SHARED,
    words: "pull",
    switches: ["prune", ...CHOICES],
    help: "Write everything of a server to a folder, one YAML file per object. Keeps comments and key order.",
    run: async (call) => {
      const project = projectOf(call, { isNew: true });
      const written = await pull(project, { prune: call.has("prune"), restore: true });
      for (const path of written) call.print(path);
      call.print(`${written.length} files written to ${project.folder}`);
    },
  },
  {
    ...SHARED,
    words: "plan",
    switches: CHANGING,
    help: "Show what apply would change. Exit code 0: nothing, 2: changes, 1: failure or wrong usage.",
    run: async (call) => {
      const project = projectOf(call);
      const prepared = await prepareChanges(project, changeOptions(call, project));
      const plan = await project.client.plan(prepared.changes);
      if (call.has("json")) call.print(planJson(plan, prepared));
      else for (const line of planLines(plan, prepared)) call.print(line);
      return isEmpty(plan) ? NOTHING : CHANGES;
    },
  },
  {
    ...SHARED,
    words: "apply",
    switches: CHANGING,
    help: "Change the server to what the files say, all or nothing. --prune: delete objects without a file.",
    run: async (call) => {
      const project = projectOf(call);
      const prepared = await prepareChanges(project, changeOptions(call, project));
      const plan = await project.client.apply(prepared.changes);
      recordApplied(project, prepared, plan);
      if (call.has("json")) call.print(planJson(plan, prepared));
      else for (const line of planLines(plan, prepared, { isDone: true })) call.print(line);
    },
  },
  {
    ...SHARED,
    words: "watch",
    switches: CHOICES,
    help: "Apply files as they are saved, and write changes made in the interface to the files, until it is stopped.",
    run: (call) => watch(projectOf(call), call),
  },
];

function projectOf(call: BaseCall, { isNew = false } = {}): Project {
  const [folder = ""] = call.args;
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found ? !found.isDirectory() : !isNew) throw new CommandError(`${folder}: no such folder`);
  const { env, options, lists } = call;
  const url = options.url ?? env.TESSERA_URL;
  const token = options.token ?? env.TESSERA_TOKEN;
  if (!url || !token) throw new CommandError("Give --url and --token, or set TESSERA_URL and TESSERA_TOKEN.");
  if (!URL.canParse(url)) throw new CommandError(`${url} isn't a URL.`);
  const lookup = readVariables(folder, { env, name: options.env, given: lists.var ?? [] });
  const choose = (conflicts: readonly NamedConflict[]) => chosen(call, conflicts);
  return new Project({ folder, client: new AssetClient(url, token), lookup, choose });
}

function changeOptions(call: BaseCall, { folder }: Project): ChangeOptions {
  const managedBy = call.has("manage") ? (call.env.TESSERA_MANAGED_BY ?? basename(resolve(folder))) : undefined;
  return {
    prune: call.has("prune"),
    managedBy: managedBy?.replace(/\/+$/, ""),
    allowUnknownTypes: call.has("allow-unknown-types"),
  };
}

async function chosen(call: BaseCall, conflicts: readonly NamedConflict[]): Promise<Choice> {
  const given = CHOICES.find((name) => call.has(name)) as Choice | undefined;
  if (given || !call.isInteractive) return given ?? "abort";
  call.print("Changed both here and on the server:");
  for (const conflict of conflicts) call.print(conflictLine(conflict));
  const ask = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = (await ask.question("Keep [o]urs, take [t]heirs or [a]bort? ")).trim().toLowerCase();
    return answer.startsWith("o") ? "ours" : answer.startsWith("t") ? "theirs" : "abort";
  } finally {
    ask.close();
  }
}
