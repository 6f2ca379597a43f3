import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as report from "../../../api/report/contract.ts";
import { saveWithConfirm } from "../../../features/overwrite/overwrite.ts";
import { call } from "../../../web/client/client.ts";
import { toApiError } from "../../../web/client/errors.ts";
import { toast } from "../../../web/toasts/toasts.ts";
import { LIST_KEYS, TEXTS } from "../report-labels.tsx";
import { type Body, bodyOf, changesBetween, type Draft, problemsOf } from "./draft.ts";

export interface Stored {
  id: number;
  /** ETag of the report when it was loaded. */
  state: string | undefined;
}

interface Options {
  stored: Stored | undefined;
  initial: Draft;
  onSaved(): void;
}

export type ReportForm = ReturnType<typeof useReportForm>;

export function useReportForm({ stored, initial, onSaved }: Options) {
  const queries = useQueryClient();
  const [draft, setDraft] = useState(initial);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [failures, setFailures] = useState(0);
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const changes = changesBetween(initial, draft);
  const isChanged = Object.keys(changes).length > 0;

  const save = async () => {
    const missing = problemsOf(draft);
    setProblems(missing);
    setFailure(undefined);
    if (Object.keys(missing).length > 0) return setFailures((count) => count + 1);
    setBusy(true);
    try {
      await send(stored, draft, changes);
      toast.success(savedText(draft, stored));
      for (const queryKey of [[LIST_KEYS[draft.type]], ["report"], ["email-report"]])
        await queries.invalidateQueries({ queryKey });
      onSaved();
    } catch (caught) {
      const error = toApiError(caught);
      if (error.kind === "aborted") return;
      const fields = Object.entries(error.fields).map(([name, texts]) => [fieldName(name), texts.join(" ")] as const);
      setProblems(Object.fromEntries(fields));
      setFailures((count) => count + 1);
      if (fields.length === 0) setFailure(error.message);
    } finally {
      setBusy(false);
    }
  };
  const change = (part: Partial<Draft>) => {
    setDraft((now) => ({ ...now, ...part }));
    setProblems((now) => remainingProblems(now, Object.keys(part)));
  };
  return { isNew: stored === undefined, draft, change, problems, failures, failure, isChanged, isBusy, save };
}

/** Fields of the draft whose problems have other names. */
const PROBLEM_NAMES: Readonly<Record<string, RegExp>> = {
  op: /^validator_config_json/,
  threshold: /^validator_config_json/,
  recipients: /^recipients/,
  attached: /^(dashboard|chart)$/,
  dashboardState: /^extra/,
  assertions: /^extra/,
};

function remainingProblems(problems: Readonly<Record<string, string>>, changed: readonly string[]) {
  const isChanged = (name: string) => changed.some((key) => key === name || PROBLEM_NAMES[key]?.test(name));
  return Object.fromEntries(Object.entries(problems).filter(([name]) => !isChanged(name)));
}

async function send(stored: Stored | undefined, draft: Draft, changes: Body): Promise<void> {
  if (!stored) {
    await call(report.create, { body: bodyOf(draft) as report.CreateReport });
    return;
  }
  const { id, state } = stored;
  await saveWithConfirm({ noun: draft.type === "Alert" ? "alert" : "report", id }, state, (basedOn) =>
    call(report.update, { params: { id }, body: changes }, { basedOn }),
  );
}

/** The server nests field names of malformed recipients one level deeper. */
const fieldName = (name: string) =>
  name.replace(".recipient_config_json", "").replace(/^validator_config_json\..*/, "validator_config_json");

const savedText = ({ type }: Draft, stored: Stored | undefined) => (stored ? TEXTS[type].updated : TEXTS[type].created);
