import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as report from "../../../api/report/contract.ts";
import { saveWithConfirm } from "../../../features/overwrite/overwrite.ts";
import { call } from "../../../web/client/client.ts";
import { toApiError } from "../../../web/client/errors.ts";
import { toast } from "../../../web/toasts/toasts.ts";
import { LIST_KEYS } from "../report-words.tsx";
import { type Body, bodyOf, changesBetween, type Draft, problemsOf } from "./draft.ts";

export interface Stored {
  id: number;
  /** The state that it was read in. */
  state: string | undefined;
}

interface Options {
  stored: Stored | undefined;
  kept: Draft;
  onSaved(): void;
}

export type ReportForm = ReturnType<typeof useReportForm>;

/** What is written in the dialog, what is wrong with it, and its way to the server. */
export function useReportForm({ stored, kept, onSaved }: Options) {
  const queries = useQueryClient();
  const [draft, setDraft] = useState(kept);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const changes = changesBetween(kept, draft);
  const isChanged = Object.keys(changes).length > 0;

  const save = async () => {
    const missing = problemsOf(draft);
    setProblems(missing);
    setFailure(undefined);
    if (Object.keys(missing).length > 0) return;
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
      const said = Object.entries(error.fields).map(([name, texts]) => [nameOf(name), texts.join(" ")] as const);
      setProblems(Object.fromEntries(said));
      if (said.length === 0) setFailure(error.message);
    } finally {
      setBusy(false);
    }
  };
  const change = (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part }));
  return { draft, change, problems, failure, isChanged, isBusy, save };
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

/** Malformed recipients are told with one more name on the way than those that cannot be reached. */
const nameOf = (name: string) =>
  name.replace(".recipient_config_json", "").replace(/^validator_config_json\..*/, "validator_config_json");

function savedText({ type }: Draft, stored: Stored | undefined): string {
  if (stored) return `${type} updated`;
  return `The ${type.toLowerCase()} has been created`;
}
