import { Input } from "antd";
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
    <Field label="JSON metadata" problem={problem}>
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
    if (!isObject(value)) return "JSON metadata must be an object";
    return newColorProblem(value.label_colors, before.label_colors) ?? schemaProblem(value);
  } catch (error) {
    return `JSON metadata isn't valid JSON: ${error instanceof Error ? error.message : error}`;
  }
}

function schemaProblem(value: object): string | undefined {
  const issue = DashboardMetadata.safeParse(value).error?.issues[0];
  return issue && `JSON metadata: "${issue.path.join(".")}" isn't valid. ${issue.message}`;
}

/** Only checks colors that changed: imported dashboards may write theirs in other ways. */
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
