import { Form, Input, Select } from "antd";
import { useState } from "react";
import type { DashboardProperties } from "../../../editor/dashboard-document.ts";
import { colorProblem } from "../../../model/color-text.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Tabs } from "../../../ui/Tabs.tsx";
import { Access } from "../properties/Access.tsx";
import { Behavior } from "../properties/Behavior.tsx";
import { type Draft, Field, type PartProps } from "../properties/parts.tsx";
import { Styling } from "../properties/Styling.tsx";
import styles from "./edit.module.css";
import { useEditor } from "./editor-context.ts";

/** Properties of the dashboard. Applying them is one undoable step; nothing is stored before Save. */
export function PropertiesDialog({ onClose }: { onClose(): void }) {
  const editor = useEditor();
  const { document } = editor;
  const [draft, setDraft] = useState<Draft>({ properties: document.properties, metadata: document.metadata });
  const [tab, setTab] = useState("general");
  const set = (part: Partial<DashboardProperties>) =>
    setDraft((old) => ({ ...old, properties: { ...old.properties, ...part } }));
  const setMeta = (part: Record<string, unknown>) =>
    setDraft((old) => ({ ...old, json: undefined, metadata: { ...old.metadata, ...part } }));
  const problem = jsonProblem(draft.json, document.metadata);
  const isDirty =
    draft.properties !== document.properties || draft.metadata !== document.metadata || draft.json !== undefined;
  const apply = () => {
    const metadata = draft.json === undefined ? draft.metadata : (JSON.parse(draft.json) as Record<string, unknown>);
    editor.edit("Changed properties", (d) => ({ ...d, properties: draft.properties, metadata }));
    onClose();
  };
  return (
    <Dialog
      open
      title="Edit dashboard properties"
      width={720}
      dirty={isDirty}
      onClose={onClose}
      primary={{ label: "Apply", disabled: problem !== undefined, hint: problem, onClick: apply }}
      footerNote={problem ?? "Applied changes can be undone, and are stored with Save."}
    >
      <Tabs
        label="Properties"
        active={tab}
        onChange={setTab}
        tabs={[
          { key: "general", label: "General", content: <General draft={draft} set={set} /> },
          { key: "access", label: "Access", content: <Access draft={draft} set={set} /> },
          { key: "styling", label: "Styling", content: <Styling draft={draft} set={set} setMeta={setMeta} /> },
          { key: "behavior", label: "Behavior", content: <Behavior draft={draft} setMeta={setMeta} /> },
          { key: "certification", label: "Certification", content: <Certification draft={draft} set={set} /> },
          {
            key: "advanced",
            label: "Advanced",
            count: problem ? 1 : 0,
            content: (
              <Advanced draft={draft} problem={problem} onJson={(json) => setDraft((old) => ({ ...old, json }))} />
            ),
          },
        ]}
      />
    </Dialog>
  );
}

function General({ draft, set }: PartProps) {
  const { properties } = draft;
  return (
    <Form layout="vertical" className={styles.form}>
      <Field label="Name" id="dashboard-name">
        <Input
          id="dashboard-name"
          value={properties.dashboard_title}
          placeholder="[ untitled dashboard ]"
          onChange={(event) => set({ dashboard_title: event.target.value })}
        />
      </Field>
      <Field
        label="URL slug"
        id="dashboard-slug"
        help="A readable address for this dashboard. Letters, digits and hyphens."
      >
        <Input
          id="dashboard-slug"
          value={properties.slug ?? ""}
          onChange={(event) => set({ slug: event.target.value || null })}
        />
      </Field>
      <Field label="Visibility" id="dashboard-published">
        <Select
          id="dashboard-published"
          value={properties.published ? "published" : "draft"}
          options={[
            { value: "published", label: "Published: listed for everyone who may see its data" },
            { value: "draft", label: "Draft: listed for its owners only" },
          ]}
          onChange={(value) => set({ published: value === "published" })}
        />
      </Field>
    </Form>
  );
}

function Certification({ draft, set }: PartProps) {
  return (
    <Form layout="vertical" className={styles.form}>
      <Field label="Certified by" id="dashboard-certified" help="Person or group that certifies this dashboard.">
        <Input
          id="dashboard-certified"
          value={draft.properties.certified_by ?? ""}
          onChange={(event) => set({ certified_by: event.target.value || null })}
        />
      </Field>
      <Field label="Certification details" id="dashboard-certification" help="Shown in the tooltip of the badge.">
        <Input
          id="dashboard-certification"
          value={draft.properties.certification_details ?? ""}
          disabled={!draft.properties.certified_by}
          onChange={(event) => set({ certification_details: event.target.value || null })}
        />
      </Field>
    </Form>
  );
}

interface AdvancedProps {
  draft: Draft;
  problem: string | undefined;
  onJson(text: string): void;
}

function Advanced({ draft, problem, onJson }: AdvancedProps) {
  return (
    <Form layout="vertical" className={styles.form}>
      <Form.Item
        label="JSON metadata"
        htmlFor="dashboard-json"
        validateStatus={problem ? "error" : undefined}
        help={problem}
      >
        <Input.TextArea
          id="dashboard-json"
          className={styles.code}
          autoSize={{ minRows: 12, maxRows: 24 }}
          value={draft.json ?? JSON.stringify(draft.metadata, null, 2)}
          onChange={(event) => onJson(event.target.value)}
        />
      </Form.Item>
    </Form>
  );
}

function jsonProblem(text: string | undefined, before: Readonly<Record<string, unknown>>): string | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value)) return "JSON metadata must be an object";
    return newColorProblem(value.label_colors, before.label_colors);
  } catch (error) {
    return `JSON metadata is not valid JSON: ${error instanceof Error ? error.message : error}`;
  }
}

/** What is wrong with the first color that was not so before: imported dashboards may name theirs in other ways. */
function newColorProblem(colors: unknown, before: unknown): string | undefined {
  for (const [label, color] of Object.entries(isObject(colors) ? colors : {})) {
    const problem = isObject(before) && before[label] === color ? undefined : colorProblem(color);
    if (problem) return `${problem} of "${label}": ${String(color)}`;
  }
  return undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
