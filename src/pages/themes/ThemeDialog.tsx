import { useQuery } from "@tanstack/react-query";
import { Button, Input } from "antd";
import type { z } from "zod";
import * as themes from "../../api/theme/contract.ts";
import { saveWithConfirm } from "../../features/overwrite/overwrite.ts";
import { t } from "../../i18n/translate.ts";
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
import { builtInTheme } from "./built-in.ts";
import { ThemeFields } from "./ThemeFields.tsx";
import { ThemePreview } from "./ThemePreview.tsx";
import { copiedText, type SavedTheme } from "./theme-actions.ts";
import { canEditTheme, LIST_KEY, type ThemeRow } from "./theme-list.tsx";
import styles from "./themes.module.css";

interface FormFields {
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

/** `copied`: the theme that it begins with. */
export function NewTheme({ copied, ...props }: DialogProps & { copied?: Pick<ThemeRow, "id" | "theme_name"> }) {
  if (!copied)
    return <ThemeForm title={t("New theme")} initial={{ theme_name: "", json_data: INITIAL_JSON }} {...props} />;
  return <CopiedTheme copied={copied} {...props} />;
}

function CopiedTheme({ copied, ...props }: DialogProps & { copied: Pick<ThemeRow, "id" | "theme_name"> }) {
  const { data, error, refetch } = useQuery({
    queryKey: [LIST_KEY, "copied", copied.id],
    queryFn: () => copiedText(copied.id),
    gcTime: 0,
  });
  const theme_name = t("{name} (copy)", { name: copied.theme_name });
  if (data === undefined)
    return <LoadingDialog title={t("New theme")} width={960} error={error} onRetry={refetch} onClose={props.onClose} />;
  return <ThemeForm title={t("New theme")} initial={{ theme_name, json_data: formatted(data) }} {...props} />;
}

export function OpenTheme({ id, ...props }: DialogProps & { id: number }) {
  const builtIn = builtInTheme(id);
  if (!builtIn) return <StoredTheme id={id} {...props} />;
  const initial = { theme_name: builtIn.theme_name, json_data: builtIn.json_data };
  return <ReadOnlyTheme row={builtIn} initial={initial} onClose={props.onClose} />;
}

function StoredTheme({ id, ...props }: DialogProps & { id: number }) {
  const { userId } = useUser();
  const { data, error, refetch } = useQuery({
    queryKey: [LIST_KEY, "one", id],
    queryFn: ({ signal }) => loadTheme(id, signal),
    staleTime: 0,
    gcTime: 0,
  });
  if (!data)
    return <LoadingDialog title={t("Theme")} width={960} error={error} onRetry={refetch} onClose={props.onClose} />;
  const { row, initial, state } = data;
  const access = { canWrite: can("can_write", "Theme"), isAdmin: isAdmin(), userId };
  if (!canEditTheme(row, access)) return <ReadOnlyTheme row={row} initial={initial} onClose={props.onClose} />;
  return <ThemeForm title={t("Edit theme")} id={id} initial={initial} state={state} {...props} />;
}

async function loadTheme(id: number, signal: AbortSignal) {
  let state: string | undefined;
  const onState = (next: string) => {
    state = next;
  };
  const { result } = await call(themes.show, { params: { id } }, { signal, onState });
  const initial = { theme_name: result.theme_name ?? "", json_data: formatted(result.json_data ?? "") };
  return { row: result, initial, state };
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
  initial: FormFields;
  onClose(): void;
}

function ReadOnlyTheme({ row, initial, onClose }: ReadOnlyThemeProps) {
  const mode = useThemeMode();
  const isDefault = row.is_system_default || row.is_system_dark;
  return (
    <Dialog open title={initial.theme_name} width={960} onClose={onClose}>
      <p>
        {row.is_system
          ? t("System themes can't be edited.")
          : isDefault
            ? t("Shared theme: only administrators can edit it.")
            : t("Only its creator and administrators can edit this theme.")}
      </p>
      <div className={styles.columns}>
        <Field label={t("Configuration")}>
          {(of) => (
            <CodeEditor
              id={of}
              label={t("Configuration")}
              language="json"
              isLong
              isReadOnly
              lines={19}
              value={initial.json_data}
            />
          )}
        </Field>
        <ThemePreview text={initial.json_data} mode={mode} />
      </div>
    </Dialog>
  );
}

interface ThemeFormProps extends DialogProps {
  title: string;
  id?: number;
  initial: FormFields;
  state?: string | undefined;
}

function ThemeForm({ title, id, initial, state, onChanged, onClose }: ThemeFormProps) {
  const mode = useThemeMode();
  const form = useRecordForm<FormFields, z.infer<typeof themes.UpdateTheme>>({
    id,
    initial,
    toBody: (fields) => fields,
    required: ["theme_name"],
    create: (body) => call(themes.create, { body }),
    update: (of, body) =>
      saveWithConfirm({ noun: "theme", id: Number(of) }, state, (basedOn) =>
        call(themes.update, { params: { id: of }, body: { ...initial, ...body } }, { basedOn }),
      ),
    listKey: LIST_KEY,
    onSaved: (fields) => {
      toast.success(
        id === undefined
          ? t("Created: {name}", { name: fields.theme_name })
          : t("Saved: {name}", { name: fields.theme_name }),
      );
      if (id !== undefined) onChanged?.({ id, ...fields });
      onClose();
    },
  });
  const { fields, change, problems } = form;
  const debounced = useDebounced(fields.json_data);
  return (
    <FormDialog title={title} verb={t("Save theme")} width={960} form={form} onClose={onClose}>
      <Field label={t("Name *")} problem={problems.theme_name}>
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
        <div>
          <ThemeFields text={fields.json_data} onChange={(json_data) => change({ json_data })} />
          <details className={styles.json} open>
            <summary>{t("All settings as JSON")}</summary>
            <Field
              label={t("Configuration")}
              aside={
                <Button
                  type="link"
                  className={styles.format}
                  onClick={() => change({ json_data: formatted(fields.json_data) })}
                >
                  {t("Format##verb")}
                </Button>
              }
              problem={themeProblem(debounced) ?? problems.json_data}
              hint={t(
                'Ant Design theme as JSON: token, components and algorithm (default, dark or compact). Example: \'{"token": {"colorPrimary": "#1677ff"}}\'',
              )}
            >
              {(of) => (
                <CodeEditor
                  id={of}
                  label={t("Configuration")}
                  language="json"
                  isLong
                  lines={10}
                  value={fields.json_data}
                  onChange={(json_data) => change({ json_data })}
                />
              )}
            </Field>
          </details>
        </div>
        <ThemePreview text={debounced} mode={mode} />
      </div>
    </FormDialog>
  );
}
