import { Checkbox, Form, Input, Select } from "antd";
import { type ReactNode, useState } from "react";
import { CATEGORICAL_SCHEMES } from "../../../chart-kit/colors/categorical.ts";
import type { DashboardProperties } from "../../../editor/dashboard-document.ts";
import { colorProblem } from "../../../model/color-text.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Tabs } from "../../../ui/Tabs.tsx";
import { INTERVALS } from "../state/use-auto-refresh.ts";
import styles from "./edit.module.css";
import { useEditor } from "./editor-context.ts";
import { OwnersSelect } from "./OwnersSelect.tsx";

interface Draft {
  properties: DashboardProperties;
  metadata: Readonly<Record<string, unknown>>;
  /** JSON text of the metadata, when it was edited by hand. */
  json?: string;
}

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
          { key: "styling", label: "Styling", content: <Styling draft={draft} set={set} setMeta={setMeta} /> },
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

interface PartProps {
  draft: Draft;
  set(part: Partial<DashboardProperties>): void;
}

function Field({ label, id, help, children }: { label: string; id: string; help?: string; children: ReactNode }) {
  return (
    <Form.Item label={label} htmlFor={id} extra={help}>
      {children}
    </Form.Item>
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
      <Field label="Owners" id="dashboard-owners" help="Owners may edit this dashboard.">
        <OwnersSelect id="dashboard-owners" value={properties.owners} onChange={(owners) => set({ owners })} />
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

function Styling({ draft, set, setMeta }: PartProps & { setMeta(part: Record<string, unknown>): void }) {
  const scheme = typeof draft.metadata.color_scheme === "string" ? draft.metadata.color_scheme : "";
  return (
    <Form layout="vertical" className={styles.form}>
      <Field
        label="Color scheme"
        id="dashboard-scheme"
        help="One scheme for every chart. Without it each chart keeps its own."
      >
        <Select
          id="dashboard-scheme"
          showSearch
          value={scheme}
          options={[
            { value: "", label: "Each chart's own" },
            ...CATEGORICAL_SCHEMES.map(({ key, name, colors }) => ({
              value: key,
              label: (
                <span className={styles.scheme}>
                  {name}
                  <span className={styles.swatches} aria-hidden>
                    {colors.slice(0, 8).map((color) => (
                      <i key={color} style={{ background: color }} />
                    ))}
                  </span>
                </span>
              ),
            })),
          ]}
          onChange={(value: string) =>
            setMeta({ color_scheme: value, color_scheme_domain: domainOf(value), map_label_colors: {} })
          }
        />
      </Field>
      <Field label="Refresh interval" id="dashboard-refresh">
        <Select
          id="dashboard-refresh"
          value={typeof draft.metadata.refresh_frequency === "number" ? draft.metadata.refresh_frequency : 0}
          options={INTERVALS.map(([value, label]) => ({ value, label }))}
          onChange={(value: number) => setMeta({ refresh_frequency: value })}
        />
      </Field>
      <Form.Item extra="A click on a value filters the other charts by it.">
        <Checkbox
          checked={draft.metadata.cross_filters_enabled !== false}
          onChange={(event) => setMeta({ cross_filters_enabled: event.target.checked })}
        >
          Cross-filtering
        </Checkbox>
      </Form.Item>
      <Field label="CSS" id="dashboard-css" help="Applied to this dashboard only.">
        <Input.TextArea
          id="dashboard-css"
          className={styles.code}
          autoSize={{ minRows: 4, maxRows: 14 }}
          value={draft.properties.css ?? ""}
          onChange={(event) => set({ css: event.target.value || null })}
        />
      </Field>
    </Form>
  );
}

const domainOf = (scheme: string) => [...(CATEGORICAL_SCHEMES.find(({ key }) => key === scheme)?.colors ?? [])];

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
