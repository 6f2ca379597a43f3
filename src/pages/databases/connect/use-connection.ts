import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import * as database from "../../../api/database/contract.ts";
import { t } from "../../../i18n/translate.ts";
import { call } from "../../../web/client/client.ts";
import { toApiError } from "../../../web/client/errors.ts";
import {
  connectionBody,
  type Draft,
  type EngineChoice,
  fieldsOf,
  missingIn,
  NO_PROBLEMS,
  type Problems,
  problemsOf,
  REQUIRED,
} from "./draft.ts";
import { TUNNEL_FIELDS } from "./tunnel.ts";

export function useEngines() {
  return useQuery<EngineChoice[]>({
    queryKey: ["databases", "available"],
    // A missing driver is installed by the first connection.
    staleTime: ({ state }) => (state.data?.some(({ download }) => download) ? 0 : Number.POSITIVE_INFINITY),
    queryFn: async ({ signal }) => {
      const { databases } = await call(database.available, {}, { signal });
      return databases.map(
        ({ engine, name, preferred, ...other }): EngineChoice => ({
          engine,
          name,
          preferred,
          placeholder: other.sqlalchemy_uri_placeholder,
          fields: fieldsOf(other.parameters),
          supportsTunnel: other.engine_information?.disable_ssh_tunneling === false,
          download: other.driver_download,
        }),
      );
    },
  });
}

export type TestState =
  | { kind: "none" | "running" }
  | { kind: "done"; steps: readonly database.ConnectionStep[]; hasPassed: boolean };

const NOT_TESTED: TestState = { kind: "none" };

export interface ConnectionForm {
  draft: Draft;
  problems: Problems;
  test: TestState;
  change(draft: Draft): void;
  leave(name: string): void;
  isComplete(): boolean;
  fail(error: unknown): void;
  /** Resolves to whether every step passed. `unsaved`: changed settings that affect the connection. */
  runTest(unsaved?: Unsaved): Promise<boolean>;
}

export interface Unsaved {
  extra?: string;
  masked_encrypted_extra?: string | null;
  server_cert?: string | null;
}

export function useConnection(initial: Draft, choice: EngineChoice, id?: number): ConnectionForm {
  const [draft, setDraft] = useState(initial);
  const [problems, setProblems] = useState(NO_PROBLEMS);
  const [test, setTest] = useState(NOT_TESTED);
  const touched = useRef(new Set<string>());
  const pendingRequest = useRef<AbortController>(undefined);
  useEffect(() => () => pendingRequest.current?.abort(), []);
  const names = namesOf(choice);
  const begin = () => {
    pendingRequest.current?.abort();
    pendingRequest.current = new AbortController();
    return pendingRequest.current.signal;
  };
  const fail = (error: unknown) => {
    const known = toApiError(error);
    if (known.kind !== "aborted") setProblems(problemsOf(known, names));
  };
  return {
    draft,
    problems,
    test,
    fail,
    change: (next) => {
      pendingRequest.current?.abort();
      setDraft(next);
      setTest(NOT_TESTED);
      setProblems((before) => withoutChanged(before, draft, next));
    },
    leave: (name) => {
      touched.current.add(name);
      const missing = missingIn(draft, choice.fields);
      const shown = required(missing.filter((each) => touched.current.has(each)));
      setProblems((before) => ({ ...before, fields: { ...before.fields, ...shown } }));
      if (draft.method !== "dynamic_form" || missing.includes(name)) return;
      const isTouched = (each: string) => touched.current.has(each);
      void validate({ draft, choice, id, signal: begin() }, isTouched).then((found) => found && setProblems(found));
    },
    isComplete: () => {
      pendingRequest.current?.abort();
      const missing = missingIn(draft, choice.fields);
      for (const name of missing) touched.current.add(name);
      setProblems({ fields: required(missing), rest: [] });
      return missing.length === 0;
    },
    runTest: async (unsaved) => {
      const body = { ...testBody(draft, id === undefined ? draft.name : initial.name), ...unsaved };
      setTest({ kind: "running" });
      setProblems(NO_PROBLEMS);
      const found = await tested(body, { names, signal: begin() });
      setTest(found.test);
      if (found.problems) setProblems(found.problems);
      return found.test.kind === "done" && found.test.hasPassed;
    },
  };
}

/** `problems`: why nothing could be tested. */
async function tested(
  body: ReturnType<typeof testBody>,
  { names, signal }: { names: readonly string[]; signal: AbortSignal },
): Promise<{ test: TestState; problems?: Problems }> {
  try {
    const { result: steps } = await call(database.testSteps, { body }, { signal });
    return {
      test: { kind: "done", steps, hasPassed: steps.every(({ status }) => status === "passed" || status === "off") },
    };
  } catch (error) {
    const known = toApiError(error);
    if (known.kind === "aborted") return { test: NOT_TESTED };
    const { rest, ...problems } = problemsOf(known, names);
    return { test: NOT_TESTED, problems: { ...problems, rest: rest.map(testProblem) } };
  }
}

const testProblem = (message: string) => t("ERROR: {message}", { message });

/** The server looks up masked secrets by the stored database name. */
const testBody = (draft: Draft, name: string) => ({
  ...connectionBody(draft),
  database_name: name,
  engine: draft.engine,
});

const namesOf = ({ fields }: EngineChoice) => [
  ...fields.map((field) => field.name),
  "database_name",
  "sqlalchemy_uri",
  ...TUNNEL_FIELDS,
];

const required = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, REQUIRED]));

interface ValidationInput {
  draft: Draft;
  choice: EngineChoice;
  id: number | undefined;
  signal: AbortSignal;
}

/** Server-side validation. Missing fields are reported only if touched, general problems only when nothing is missing. */
async function validate(
  { draft, choice, id, signal }: ValidationInput,
  isTouched: (name: string) => boolean,
): Promise<Problems | undefined> {
  const body = { ...connectionBody(draft), engine: draft.engine, database_name: draft.name, ...(id ? { id } : {}) };
  try {
    await call(database.validateParameters, { body }, { signal });
    return NO_PROBLEMS;
  } catch (error) {
    const known = toApiError(error);
    if (known.kind === "aborted") return undefined;
    const { fields, rest, ...others } = problemsOf(known, namesOf(choice));
    const shown = Object.entries(fields).filter(([name, text]) => text !== REQUIRED || isTouched(name));
    const isFilled = missingIn(draft, choice.fields).length === 0;
    return { ...others, fields: Object.fromEntries(shown), rest: isFilled ? rest : [] };
  }
}

function withoutChanged({ fields }: Problems, before: Draft, after: Draft): Problems {
  const isSame = (name: string) => {
    if (name === "database_name") return before.name === after.name;
    if (name === "sqlalchemy_uri") return before.uri === after.uri;
    if (TUNNEL_FIELDS.includes(name)) return before.tunnel === after.tunnel;
    return before.parameters[name] === after.parameters[name];
  };
  return { fields: Object.fromEntries(Object.entries(fields).filter(([name]) => isSame(name))), rest: [] };
}
