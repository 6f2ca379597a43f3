import { type ReactNode, useState } from "react";
import type { DashboardProperties } from "../../model/dashboard.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { Access } from "./Access.tsx";
import { Advanced, jsonProblem } from "./Advanced.tsx";
import { Behavior } from "./Behavior.tsx";
import { Certification, General } from "./General.tsx";
import type { Draft } from "./parts.ts";
import { Styling } from "./Styling.tsx";

export type Described = Pick<Draft, "properties" | "metadata">;

interface Props {
  /** What the dashboard has so far. */
  described: Described;
  /** The act, and what becomes of it. */
  verb: string;
  note: ReactNode;
  isBusy?: boolean;
  /** What the server refused, by property. */
  problems?: Readonly<Record<string, string>>;
  /** With the parts that were left alone as they were given. */
  onApply(described: Described): void;
  onClose(): void;
}

/** Properties of a dashboard: all that is not laid out. */
export function PropertiesDialog({ described, verb, note, isBusy = false, problems = {}, onApply, onClose }: Props) {
  const [draft, setDraft] = useState<Draft>(described);
  const [tab, setTab] = useState("general");
  const set = (part: Partial<DashboardProperties>) =>
    setDraft((old) => ({ ...old, properties: { ...old.properties, ...part } }));
  const setMeta = (part: Record<string, unknown>) =>
    setDraft((old) => ({ ...old, json: undefined, metadata: { ...old.metadata, ...part } }));
  /** The fields show what was written, so that a change to one of them keeps it. */
  const setJson = (json: string) => {
    const isRead = jsonProblem(json, described.metadata) === undefined;
    setDraft((old) => ({ ...old, json, ...(isRead ? { metadata: JSON.parse(json) as Draft["metadata"] } : {}) }));
  };
  const problem = jsonProblem(draft.json, described.metadata);
  const isDirty =
    draft.properties !== described.properties || draft.metadata !== described.metadata || draft.json !== undefined;
  const apply = () => {
    const metadata = draft.json === undefined ? draft.metadata : (JSON.parse(draft.json) as Record<string, unknown>);
    onApply({ properties: draft.properties, metadata });
  };
  const parts = { draft, problems, set };
  return (
    <Dialog
      open
      title="Edit dashboard properties"
      width={720}
      dirty={isDirty}
      onClose={onClose}
      primary={{
        label: verb,
        disabled: !isDirty || problem !== undefined,
        loading: isBusy,
        hint: problem,
        onClick: apply,
      }}
      footerNote={problem && tab !== "advanced" ? problem : note}
    >
      <Tabs
        label="Properties"
        active={tab}
        onChange={setTab}
        tabs={[
          {
            key: "general",
            label: "General",
            count: Object.keys(problems).filter((key) => ["dashboard_title", "slug"].includes(key)).length,
            content: <General {...parts} />,
          },
          { key: "access", label: "Access", content: <Access {...parts} /> },
          { key: "styling", label: "Styling", content: <Styling {...parts} setMeta={setMeta} /> },
          { key: "behavior", label: "Behavior", content: <Behavior draft={draft} setMeta={setMeta} /> },
          { key: "certification", label: "Certification", content: <Certification {...parts} /> },
          {
            key: "advanced",
            label: "Advanced",
            count: problem ? 1 : 0,
            content: <Advanced draft={draft} problem={problem} onJson={setJson} />,
          },
        ]}
      />
    </Dialog>
  );
}
