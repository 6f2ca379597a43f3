import { ColorPicker, Input, InputNumber, Select } from "antd";
import { useState } from "react";
import { parseFormula } from "../../../chart-kit/formula.ts";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import controls from "../controls/controls.module.css";
import { type Pick, PickList } from "../controls/PickList.tsx";
import type { WidgetProps } from "../controls/widget.ts";
import { EditorFrame } from "../editors/EditorFrame.tsx";
import styles from "../editors/editors.module.css";
import { Field } from "../editors/Field.tsx";
import { toList } from "../state/form-values.ts";
import { moved, removed, replaced } from "../state/lists.ts";

/** A layer as the wire has it. Kinds other than FORMULA are kept as they are, and only listed here. */
interface Layer {
  name: string;
  annotationType: string;
  value?: unknown;
  show?: boolean;
  showLabel?: boolean;
  color?: string | null;
  style?: string | null;
  opacity?: string | null;
  width?: number | null;
  [key: string]: unknown;
}

const NEW_LAYER: Layer = {
  name: "",
  annotationType: "FORMULA",
  sourceType: "",
  value: "",
  show: true,
  showLabel: true,
  style: "solid",
  opacity: "",
  width: 1,
};
const STYLES = ["solid", "dashed", "longDashed", "dotted"];

/** Lines over the chart, each a formula of x. */
export function AnnotationControl({ value, onChange, id, label }: WidgetProps<"annotation-layers">) {
  const layers = toList(value as Layer[] | null);
  return (
    <PickList
      id={id}
      label={label}
      multi
      placeholder="Add an annotation layer"
      picks={layers.map(
        (layer, index): Pick => ({ key: `${index}${layer.name}`, mark: "metric", text: layerText(layer) }),
      )}
      wordsOf={() => undefined}
      onDropItem={() => undefined}
      onRemove={(index) => onChange(removed(layers, index))}
      onMove={(from, to) => onChange(moved(layers, from, to))}
      renderEditor={(index, close) => (
        <LayerEditor
          layer={index === undefined ? NEW_LAYER : (layers[index] ?? NEW_LAYER)}
          onCancel={close}
          onApply={(layer) => {
            onChange(index === undefined ? [...layers, layer] : replaced(layers, index, layer));
            close();
          }}
        />
      )}
    />
  );
}

function layerText(layer: Layer): string {
  return layer.annotationType === "FORMULA" ? `${layer.name}: ${String(layer.value ?? "")}` : layer.name;
}

interface LayerEditorProps {
  layer: Layer;
  onApply(layer: Layer): void;
  onCancel(): void;
}

function LayerEditor({ layer, onApply, onCancel }: LayerEditorProps) {
  const [draft, setDraft] = useState(layer);
  const change = (part: Partial<Layer>) => setDraft({ ...draft, ...part });
  const isFormula = draft.annotationType === "FORMULA";
  const tabs = [
    {
      key: "layer",
      label: "Formula",
      content: isFormula ? (
        <LayerFields draft={draft} onChange={change} />
      ) : (
        <p className={styles.hint}>This kind of layer is kept with the chart, but not drawn here yet.</p>
      ),
    },
    { key: "look", label: "Display", content: <LookFields draft={draft} onChange={change} /> },
  ];
  const [tab, setTab] = useState("layer");
  return (
    <EditorFrame
      label="Annotation layer"
      tabs={tabs}
      active={tab}
      onTab={setTab}
      problem={layerProblem(draft)}
      onCancel={onCancel}
      onApply={() => onApply(draft)}
    />
  );
}

function layerProblem(layer: Layer): string | undefined {
  if (layer.name.trim() === "") return "Give it a name";
  if (layer.annotationType !== "FORMULA") return undefined;
  const text = String(layer.value ?? "").trim();
  if (text === "") return "Write a formula";
  return parseFormula(text) ? undefined : "This is no formula of x";
}

interface FieldsProps {
  draft: Layer;
  onChange(part: Partial<Layer>): void;
}

function LayerFields({ draft, onChange }: FieldsProps) {
  return (
    <>
      <Field label="Name">
        {(id) => <Input id={id} value={draft.name} onChange={(event) => onChange({ name: event.target.value })} />}
      </Field>
      <Field label="Formula" hint="A function of x, such as 0.2 or 2x + 1">
        {(id) => (
          <Input
            id={id}
            className={styles.sql}
            value={String(draft.value ?? "")}
            onChange={(event) => onChange({ value: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}

function LookFields({ draft, onChange }: FieldsProps) {
  const flag = (name: "show" | "showLabel", text: string) => (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is inside
    <label className={controls.check}>
      <Checkbox checked={draft[name] !== false} onChange={(event) => onChange({ [name]: event.target.checked })} />
      <span>{text}</span>
    </label>
  );
  return (
    <>
      <Field label="Line">
        {(id) => (
          <Select
            id={id}
            className={styles.wide}
            value={draft.style || "solid"}
            options={STYLES.map((style) => ({ value: style, label: style === "longDashed" ? "long dashed" : style }))}
            onChange={(style: string) => onChange({ style })}
          />
        )}
      </Field>
      <Field label="Width, pixels">
        {(id) => (
          <InputNumber
            id={id}
            className={styles.wide}
            min={1}
            max={10}
            value={draft.width ?? 1}
            onChange={(width) => onChange({ width })}
          />
        )}
      </Field>
      <div className={styles.field}>
        <ColorPicker
          value={draft.color || undefined}
          allowClear
          showText={() => draft.color || "Automatic color"}
          onChangeComplete={(color) => onChange({ color: color.toHexString() })}
          onClear={() => onChange({ color: null })}
        />
      </div>
      <div className={styles.field}>
        {flag("show", "Show this layer")}
        {flag("showLabel", "Show its label")}
      </div>
    </>
  );
}
