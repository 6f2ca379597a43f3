import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import * as database from "../../../api/database/contract.ts";
import { call } from "../../../web/client/client.ts";
import { toApiError } from "../../../web/client/errors.ts";
import {
  type Draft,
  type EngineChoice,
  fieldsOf,
  missingIn,
  NO_PROBLEMS,
  type Problems,
  problemsOf,
  REQUIRED,
  reachOf,
} from "./draft.ts";
import { TUNNEL_FIELDS } from "./tunnel.ts";

/** The engines that can be connected, those most people have first. */
export function useEngines() {
  return useQuery<EngineChoice[]>({
    queryKey: ["databases", "available"],
    // Drivers that are missing are there after the first connection.
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
          takesTunnel: other.engine_information?.disable_ssh_tunneling === false,
          download: other.driver_download,
        }),
      );
    },
  });
}

export type TestState = "none" | "running" | "answers";

export interface ConnectionForm {
  draft: Draft;
  problems: Problems;
  test: TestState;
  change(draft: Draft): void;
  /** Checks what has been filled in so far. */
  leave(name: string): void;
  /** Whether everything that has to be filled in is; says at the fields what is not. */
  isComplete(): boolean;
  fail(error: unknown): void;
  /** `also`: settings that a connection is made with, and that are not saved yet. */
  runTest(also?: Unsaved): Promise<void>;
}

/** What a connection is made with beside its address, as the API takes it. */
export interface Unsaved {
  extra?: string;
  masked_encrypted_extra?: string | null;
  server_cert?: string | null;
}

/** What somebody fills in, checked by the server while they do. `id`: the database that is changed. */
export function useConnection(initial: Draft, choice: EngineChoice, id?: number): ConnectionForm {
  const [draft, setDraft] = useState(initial);
  const [problems, setProblems] = useState(NO_PROBLEMS);
  const [test, setTest] = useState<TestState>("none");
  const touched = useRef(new Set<string>());
  const underway = useRef<AbortController>(undefined);
  useEffect(() => () => underway.current?.abort(), []);
  const names = namesOf(choice);
  const begin = () => {
    underway.current?.abort();
    underway.current = new AbortController();
    return underway.current.signal;
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
      underway.current?.abort();
      setDraft(next);
      setTest("none");
      setProblems((before) => withoutChanged(before, draft, next));
    },
    leave: (name) => {
      touched.current.add(name);
      const missing = missingIn(draft, choice.fields);
      const said = required(missing.filter((each) => touched.current.has(each)));
      setProblems((before) => ({ ...before, fields: { ...before.fields, ...said } }));
      if (draft.method !== "dynamic_form" || missing.includes(name)) return;
      const isSaid = (each: string) => touched.current.has(each);
      void checked({ draft, choice, id, signal: begin() }, isSaid).then((found) => found && setProblems(found));
    },
    isComplete: () => {
      underway.current?.abort();
      const missing = missingIn(draft, choice.fields);
      for (const name of missing) touched.current.add(name);
      setProblems({ fields: required(missing), rest: [] });
      return missing.length === 0;
    },
    runTest: async (also) => {
      const body = { ...testBody(draft, id === undefined ? draft.name : initial.name), ...also };
      setTest("running");
      setProblems(NO_PROBLEMS);
      try {
        await call(database.testConnection, { body }, { signal: begin() });
        setTest("answers");
      } catch (error) {
        setTest("none");
        const known = toApiError(error);
        const { fields, rest } = problemsOf(known, names);
        if (known.kind !== "aborted") setProblems({ fields, rest: rest.map((message) => `ERROR: ${message}`) });
      }
    },
  };
}

/** The server finds what is stored behind masks by the name that the database has. */
const testBody = (draft: Draft, name: string) => ({ ...reachOf(draft), database_name: name, engine: draft.engine });

const namesOf = ({ fields }: EngineChoice) => [
  ...fields.map((field) => field.name),
  "database_name",
  "sqlalchemy_uri",
  ...TUNNEL_FIELDS,
];

const required = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, REQUIRED]));

interface Checking {
  draft: Draft;
  choice: EngineChoice;
  id: number | undefined;
  signal: AbortSignal;
}

/** What the server says of the fields so far: what is missing only where it may be said, what has no field when all is there. */
async function checked(
  { draft, choice, id, signal }: Checking,
  isSaid: (name: string) => boolean,
): Promise<Problems | undefined> {
  const body = { ...reachOf(draft), engine: draft.engine, database_name: draft.name, ...(id ? { id } : {}) };
  try {
    await call(database.validateParameters, { body }, { signal });
    return NO_PROBLEMS;
  } catch (error) {
    const known = toApiError(error);
    if (known.kind === "aborted") return undefined;
    const { fields, rest } = problemsOf(known, namesOf(choice));
    const said = Object.entries(fields).filter(([name, text]) => text !== REQUIRED || isSaid(name));
    return { fields: Object.fromEntries(said), rest: missingIn(draft, choice.fields).length === 0 ? rest : [] };
  }
}

/** What was said of a field holds until it changes; what was said of the whole, until anything does. */
function withoutChanged({ fields }: Problems, before: Draft, after: Draft): Problems {
  const isSame = (name: string) => {
    if (name === "database_name") return before.name === after.name;
    if (name === "sqlalchemy_uri") return before.address === after.address;
    if (TUNNEL_FIELDS.includes(name)) return before.tunnel === after.tunnel;
    return before.parameters[name] === after.parameters[name];
  };
  return { fields: Object.fromEntries(Object.entries(fields).filter(([name]) => isSame(name))), rest: [] };
}
