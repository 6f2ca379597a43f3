import { useState } from "react";
import type { Collection, ControlState } from "../../../chart-seam/control.ts";
import { isEmptyValue } from "../../../chart-seam/define.ts";
import { EditorFrame } from "../../../features/adhoc/EditorFrame.tsx";
import { t } from "../../../i18n/translate.ts";
import { controlLabel } from "../../../web/control-words/control-words.ts";
import { type Pick, PickList } from "../controls/PickList.tsx";
import { toList } from "../state/form-values.ts";
import { moved, removed, replaced } from "../state/lists.ts";
import type { RenderField, WidgetProps } from "../state/widget.ts";

type Entry = Readonly<Record<string, unknown>>;

export function CollectionControl({ control, ...props }: WidgetProps<"collection">) {
  return <EntryList {...props} collection={control} />;
}

interface EntryListProps extends Omit<WidgetProps, "control"> {
  collection: Collection;
}

export function EntryList(props: EntryListProps) {
  const { collection, value, onChange, state, id, label, problem, describedBy, renderField } = props;
  const entries = toList(value as Entry[] | null);
  return (
    <PickList
      id={id}
      label={label}
      multi
      problem={problem}
      describedBy={describedBy}
      placeholder={t(collection.addText)}
      picks={entries.map(
        (entry, index): Pick => ({
          key: `${index}${JSON.stringify(entry)}`,
          mark: "numeric",
          text: collection.describe(entry),
          problem: collection.problem?.(entry),
        }),
      )}
      previewOf={() => undefined}
      onDropItem={() => undefined}
      onRemove={(index) => onChange(removed(entries, index))}
      onMove={(from, to) => onChange(moved(entries, from, to))}
      renderEditor={(index, close) => (
        <EntryEditor
          collection={collection}
          entry={index === undefined ? undefined : entries[index]}
          dataset={state.dataset}
          renderField={renderField}
          onCancel={close}
          onApply={(entry) => {
            onChange(index === undefined ? [...entries, entry] : replaced(entries, index, entry));
            close();
          }}
        />
      )}
    />
  );
}

interface EntryEditorProps {
  collection: Collection;
  entry: Entry | undefined;
  dataset: ControlState["dataset"];
  renderField: RenderField;
  onApply(entry: Entry): void;
  onCancel(): void;
}

function EntryEditor({ collection, entry, dataset, renderField, onApply, onCancel }: EntryEditorProps) {
  const { fields, newEntry } = collection;
  const [draft, setDraft] = useState<Entry>(entry ?? newEntry);
  const state: ControlState = { formData: draft, dataset };
  const visible = fields.filter((field) => field.visible?.(state) ?? true);
  const change = (name: string, value: unknown) => setDraft((current) => ({ ...current, [name]: value }));
  const content = visible.map((field) =>
    renderField({ control: field, state, problem: undefined, onChange: change, isImmediate: true }),
  );
  const missing = visible.find((field) => field.required && isEmptyValue(draft[field.name]));
  const title = t(collection.title);
  return (
    <EditorFrame
      label={title}
      tabs={[{ key: "entry", label: title, content }]}
      active="entry"
      onTab={() => undefined}
      problem={
        missing
          ? t("{control} cannot be empty", { control: controlLabel(missing, state) })
          : collection.problem?.(draft)
      }
      onCancel={onCancel}
      onApply={() => onApply(withoutHidden(draft, fields, visible))}
    />
  );
}

/** Values of hidden fields would still be used. */
function withoutHidden(draft: Entry, fields: Collection["fields"], visible: Collection["fields"]): Entry {
  const hidden = new Set(fields.filter((field) => !visible.includes(field)).map((field) => field.name));
  return Object.fromEntries(Object.entries(draft).filter(([name]) => !hidden.has(name)));
}
