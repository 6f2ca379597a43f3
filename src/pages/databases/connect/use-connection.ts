import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import * as database from "../../../api/database/contract.ts";
import { call } from "../../../web/client.ts";
import { toApiError } from "../../../web/errors.ts";
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

/** The engines that can be connected, those most people have first. */
export function useEngines() {
  return useQuery({
    queryKey: ["databases", "available"],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const { databases } = await call(database.available, {}, { signal });
      return databases.map(
        ({ engine, name, preferred, sqlalchemy_uri_placeholder, parameters }): EngineChoice => ({
          engine,
          name,
          preferred,
          placeholder: sqlalchemy_uri_placeholder,
          fields: fieldsOf(parameters),
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
  runTest(): Promise<void>;
}

/** What somebody fills in, checked by the server while they do. `id`: the database that is changed. */
export function useConnection(initial: Draft, choice: EngineChoice, id?: number): ConnectionForm {
  const [draft, setDraft] = useState(initial);
  const [problems, setProblems] = useState(NO_PROBLEMS);
  const [test, setTest] = useState<TestState>("none");
  const touched = useRef(new Set<string>());
  const underway = useRef<AbortController>(undefined);
  useEffect(() => () => underway.current?.abort(), []);
  const names = [...choice.fields.map((field) => field.name), "database_name", "sqlalchemy_uri"];

  const begin = () => {
    underway.current?.abort();
    underway.current = new AbortController();
    return underway.current.signal;
  };
  const fail = (error: unknown) => {
    const known = toApiError(error);
    if (known.kind !== "aborted") setProblems(problemsOf(known, names));
  };
  const missing = (among: (name: string) => boolean) =>
    Object.fromEntries(
      missingIn(draft, choice.fields)
        .filter(among)
        .map((name) => [name, REQUIRED]),
    );

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
      const absent = missing((each) => touched.current.has(each));
      setProblems((before) => ({ ...before, fields: { ...before.fields, ...absent } }));
      if (draft.method !== "dynamic_form" || missing(() => true)[name]) return;
      const body = { ...reachOf(draft), engine: draft.engine, database_name: draft.name, ...(id ? { id } : {}) };
      call(database.validateParameters, { body }, { signal: begin() }).then(
        () => setProblems(NO_PROBLEMS),
        (error) => {
          const known = toApiError(error);
          if (known.kind === "aborted") return;
          const found = problemsOf(known, names);
          const fields = Object.entries(found.fields).filter(
            ([at, text]) => text !== REQUIRED || touched.current.has(at),
          );
          const isWhole = missingIn(draft, choice.fields).length === 0;
          setProblems({ fields: Object.fromEntries(fields), rest: isWhole ? found.rest : [] });
        },
      );
    },
    isComplete: () => {
      underway.current?.abort();
      const absent = missing(() => true);
      for (const name of Object.keys(absent)) touched.current.add(name);
      setProblems({ fields: absent, rest: [] });
      return Object.keys(absent).length === 0;
    },
    runTest: async () => {
      const body = { ...reachOf(draft), database_name: draft.name };
      setTest("running");
      setProblems(NO_PROBLEMS);
      try {
        await call(database.testConnection, { body: { ...body, engine: draft.engine } }, { signal: begin() });
        setTest("answers");
      } catch (error) {
        setTest("none");
        fail(error);
      }
    },
  };
}

/** What was said of a field holds until it changes; what was said of the whole, until anything does. */
function withoutChanged({ fields }: Problems, before: Draft, after: Draft): Problems {
  const isSame = (name: string) => {
    if (name === "database_name") return before.name === after.name;
    if (name === "sqlalchemy_uri") return before.address === after.address;
    return before.parameters[name] === after.parameters[name];
  };
  return { fields: Object.fromEntries(Object.entries(fields).filter(([name]) => isSame(name))), rest: [] };
}
