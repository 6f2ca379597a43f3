import { Input } from "antd";
import { t } from "../../i18n/translate.ts";
import { colorProblem } from "../../model/color-text.ts";
import { DashboardMetadata } from "../../model/dashboard-metadata.ts";
import { Field } from "../../ui/Field.tsx";
import type { Draft } from "./parts.ts";
import styles from "./properties.module.css";

interface Props {
  draft: Draft;
  problem: string | undefined;
  onJson(text: string): void;
}

export function Advanced({ draft, problem, onJson }: Props) {
  return (
    <Field label={t("JSON metadata")} problem={problem}>
      {(id) => (
        <Input.TextArea
          id={id}
          className={styles.code}
          status={problem ? "error" : ""}
          spellCheck={false}
          autoSize={{ minRows: 12, maxRows: 24 }}
          value={draft.json ?? JSON.stringify(draft.metadata, null, 2)}
          onChange={(event) => onJson(event.target.value)}
        />
      )}
    </Field>
  );
}

export function jsonProblem(text: string | undefined, before: Draft["metadata"]): string | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value)) return t("JSON metadata must be an object");
    return newColorProblem(value.label_colors, before.label_colors) ?? schemaProblem(value);
  } catch (error) {
    return t("JSON metadata isn't valid JSON: {message}", {
      message: error instanceof Error ? error.message : String(error),
    });
  }
}

function schemaProblem(value: object): string | undefined {
  const issue = DashboardMetadata.safeParse(value).error?.issues[0];
  return (
    issue &&
    t('JSON metadata: "{field}" isn\'t valid. {message}', { field: issue.path.join("."), message: issue.message })
  );
}

/** Only checks colors that changed: imported dashboards may use other formats. */
function newColorProblem(colors: unknown, before: unknown): string | undefined {
  for (const [label, color] of Object.entries(isObject(colors) ? colors : {})) {
    const isNew = !isObject(before) || before[label] !== color;
    if (isNew && colorProblem(color)) return t('Invalid color for "{label}": {color}', { label, color: String(color) });
  }
  return undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
