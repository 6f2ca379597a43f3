import { useQuery } from "@tanstack/react-query";
import { Button, Input } from "antd";
import type { z } from "zod";
import * as themes from "../../api/theme/contract.ts";
import { saveWithConfirm } from "../../features/overwrite/overwrite.ts";
import { themeProblem } from "../../model/theme.ts";
import { CodeEditor } from "../../ui/code/CodeEditor.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { call } from "../../web/client/client.ts";
import { useDebounced } from "../../web/client/clock.ts";
import { FormDialog } from "../../web/dialogs/FormDialog.tsx";
import { LoadingDialog } from "../../web/dialogs/LoadingDialog.tsx";
import { useRecordForm } from "../../web/dialogs/use-record-form.ts";
import { can, isAdmin, useUser } from "../../web/session/session.ts";
import { useThemeMode } from "../../web/session/theme.ts";
import { toast } from "../../web/toasts/toasts.ts";
import { ThemePreview } from "./ThemePreview.tsx";
import type { SavedTheme } from "./theme-actions.ts";
import { canEditTheme, LIST_KEY, type ThemeRow } from "./theme-list.tsx";
import styles from "./themes.module.css";

interface ThemeFields {
  theme_name: string;
  json_data: string;
}

const INITIAL_JSON = `{
  "token": {
    "colorPrimary": "#4266C6"
  }
}`;

interface DialogProps {
  onClose(): void;
  onChanged?(theme: SavedTheme): void;
}

export function NewTheme(props: DialogProps) {
  return <ThemeForm title="New theme" kept={{ theme_name: "", json_data: INITIAL_JSON }} {...props} />;
}

export function OpenTheme({ id, ...props }: DialogProps & { id: number }) {
  const { userId } = useUser();
  const { data, error, refetch } = useQuery({
    queryKey: [LIST_KEY, "one", id],
    queryFn: ({ signal }) => loadTheme(id, signal),
    staleTime: 0,
    gcTime: 0,
  });
  if (!data) return <LoadingDialog title="Theme" width={960} error={error} onRetry={refetch} onClose={props.onClose} />;
  const { row, kept, state } = data;
  const access = { canWrite: can("can_write", "Theme"), isAdmin: isAdmin(), userId };
  if (!canEditTheme(row, access)) return <ReadOnlyTheme row={row} kept={kept} onClose={props.onClose} />;
  return <ThemeForm title="Edit theme" id={id} kept={kept} state={state} {...props} />;
}

async function loadTheme(id: number, signal: AbortSignal) {
  let state: string | undefined;
  const onState = (next: string) => {
    state = next;
  };
  const { result } = await call(themes.show, { params: { id } }, { signal, onState });
  const kept = { theme_name: result.theme_name ?? "", json_data: formatted(result.json_data ?? "") };
  return { row: result, kept, state };
}

function formatted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

interface ReadOnlyThemeProps {
  row: Partial<ThemeRow>;
  kept: ThemeFields;
  onClose(): void;
}

function ReadOnlyTheme({ row, kept, onClose }: ReadOnlyThemeProps) {
  const mode = useThemeMode();
  const isDefault = row.is_system_default || row.is_system_dark;
  return (
    <Dialog open title={kept.theme_name} width={960} onClose={onClose}>
      <p>
        {row.is_system
          ? "System themes can't be edited."
          : isDefault
            ? "Shared theme: only administrators can edit it."
            : "Only its creator and administrators can edit this theme."}
      </p>
      <div className={styles.columns}>
        <Field label="Configuration">
          {(of) => (
            <CodeEditor
              id={of}
              label="Configuration"
              language="json"
              isLong
              isReadOnly
              lines={19}
              value={kept.json_data}
            />
          )}
        </Field>
        <ThemePreview text={kept.json_data} mode={mode} />
      </div>
    </Dialog>
  );
}

interface ThemeFormProps extends DialogProps {
  title: string;
  id?: number;
  kept: ThemeFields;
  /** ETag on which a save is based. */
  state?: string | undefined;
}

function ThemeForm({ title, id, kept, state, onChanged, onClose }: ThemeFormProps) {
  const mode = useThemeMode();
  const form = useRecordForm<ThemeFields, z.infer<typeof themes.UpdateTheme>>({
    id,
    initial: kept,
    toBody: (fields) => fields,
    required: ["theme_name"],
    create: (body) => call(themes.create, { body }),
    update: (of, body) =>
      saveWithConfirm({ noun: "theme", id: Number(of) }, state, (basedOn) =>
        call(themes.update, { params: { id: of }, body: { ...kept, ...body } }, { basedOn }),
      ),
    listKey: LIST_KEY,
    onSaved: (fields) => {
      toast.success(`${id === undefined ? "Created" : "Saved"}: ${fields.theme_name}`);
      if (id !== undefined) onChanged?.({ id, ...fields });
      onClose();
    },
  });
  const { fields, change, problems } = form;
  const debounced = useDebounced(fields.json_data);
  return (
    <FormDialog title={title} verb="Save theme" width={960} form={form} onClose={onClose}>
      <Field label="Name *" problem={problems.theme_name}>
        {(of) => (
          <Input
            id={of}
            maxLength={250}
            value={fields.theme_name}
            status={problems.theme_name ? "error" : ""}
            onChange={(event) => change({ theme_name: event.target.value })}
          />
        )}
      </Field>
      <div className={styles.columns}>
        <Field
          label="Configuration"
          aside={
            <Button
              type="link"
              className={styles.format}
              onClick={() => change({ json_data: formatted(fields.json_data) })}
            >
              Format
            </Button>
          }
          problem={themeProblem(debounced) ?? problems.json_data}
          hint="JSON with Ant Design's token, components and algorithm (default, dark or compact)."
        >
          {(of) => (
            <CodeEditor
              id={of}
              label="Configuration"
              language="json"
              isLong
              lines={19}
              value={fields.json_data}
              onChange={(json_data) => change({ json_data })}
            />
          )}
        </Field>
        <ThemePreview text={debounced} mode={mode} />
      </div>
    </FormDialog>
  );
}
