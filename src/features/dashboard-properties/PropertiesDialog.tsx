import { ConfigProvider } from "antd";
import { type ReactNode, useState } from "react";
import { t } from "../../i18n/translate.ts";
import type { DashboardProperties } from "../../model/dashboard.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { Access } from "./Access.tsx";
import { Advanced, jsonProblem } from "./Advanced.tsx";
import { Behavior } from "./Behavior.tsx";
import { budgetProblems } from "./budget-fields.ts";
import { Certification, General } from "./General.tsx";
import type { Draft } from "./parts.ts";
import { Styling } from "./Styling.tsx";

export type EditableProperties = Pick<Draft, "properties" | "metadata">;

export type PropertiesTab = "general" | "access";

interface Props {
  initial: EditableProperties;
  tab?: PropertiesTab;
  verb: string;
  note: ReactNode;
  isBusy?: boolean;
  isReadOnly?: boolean;
  problems?: Readonly<Record<string, string>>;
  onApply(initial: EditableProperties): void;
  onClose(): void;
}

export function PropertiesDialog(props: Props) {
  const { initial, tab: first = "general", verb, note, isBusy = false, isReadOnly = false, problems = {} } = props;
  const { onApply, onClose } = props;
  const [draft, setDraft] = useState<Draft>(initial);
  const [tab, setTab] = useState<string>(first);
  const set = (part: Partial<DashboardProperties>) =>
    setDraft((old) => ({ ...old, properties: { ...old.properties, ...part } }));
  const setMeta = (part: Record<string, unknown>) =>
    setDraft((old) => ({ ...old, json: undefined, metadata: { ...old.metadata, ...part } }));
  const setJson = (json: string) => {
    const isValid = jsonProblem(json, initial.metadata) === undefined;
    setDraft((old) => ({ ...old, json, ...(isValid ? { metadata: JSON.parse(json) as Draft["metadata"] } : {}) }));
  };
  const wrongJson = jsonProblem(draft.json, initial.metadata);
  const wrongLimits = Object.values(budgetProblems(draft.metadata));
  const problem = wrongJson ?? wrongLimits[0];
  const isDirty =
    draft.properties !== initial.properties || draft.metadata !== initial.metadata || draft.json !== undefined;
  const apply = () => {
    const metadata = draft.json === undefined ? draft.metadata : (JSON.parse(draft.json) as Record<string, unknown>);
    onApply({ properties: draft.properties, metadata });
  };
  const parts = { draft, problems, set };
  return (
    <Dialog
      open
      title={t("Edit dashboard properties")}
      width={720}
      dirty={isDirty}
      onClose={onClose}
      primary={{
        label: verb,
        disabled: isReadOnly || !isDirty || problem !== undefined,
        loading: isBusy,
        hint: problem,
        onClick: apply,
      }}
      footerNote={problem && tab !== (wrongJson ? "advanced" : "behavior") ? problem : note}
    >
      <ConfigProvider componentDisabled={isReadOnly}>
        <Tabs
          label={t("Properties")}
          active={tab}
          onChange={setTab}
          tabs={[
            {
              key: "general",
              label: t("General"),
              count: Object.keys(problems).filter((key) => ["dashboard_title", "slug"].includes(key)).length,
              content: <General {...parts} />,
            },
            { key: "access", label: t("Access"), content: <Access {...parts} /> },
            { key: "styling", label: t("Styling"), content: <Styling {...parts} setMeta={setMeta} /> },
            {
              key: "behavior",
              label: t("Behavior"),
              count: wrongLimits.length,
              content: <Behavior draft={draft} setMeta={setMeta} />,
            },
            { key: "certification", label: t("Certification"), content: <Certification {...parts} /> },
            {
              key: "advanced",
              label: t("Advanced"),
              count: wrongJson ? 1 : 0,
              content: <Advanced draft={draft} problem={wrongJson} onJson={setJson} />,
            },
          ]}
        />
      </ConfigProvider>
    </Dialog>
  );
}
