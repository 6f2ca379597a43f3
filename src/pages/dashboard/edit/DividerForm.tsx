import { Form, Input } from "antd";
import { t } from "../../../i18n/translate.ts";
import type { FilterDivider } from "../../../model/native-filter.ts";
import type { FilterProblem } from "./filter-draft.ts";
import styles from "./filter-forms.module.css";

interface Props {
  divider: FilterDivider;
  problems: readonly FilterProblem[];
  onChange(divider: FilterDivider): void;
}

export function DividerForm({ divider, problems, onChange }: Props) {
  return (
    <Form layout="vertical" className={styles.form}>
      <Form.Item
        label={t("Title")}
        htmlFor="divider-title"
        required
        help={problems[0]?.text}
        validateStatus={problems.length > 0 ? "error" : undefined}
      >
        <Input
          id="divider-title"
          value={divider.title}
          onChange={(event) => onChange({ ...divider, title: event.target.value })}
        />
      </Form.Item>
      <Form.Item label={t("Description")} htmlFor="divider-description">
        <Input.TextArea
          id="divider-description"
          autoSize={{ minRows: 2 }}
          value={divider.description ?? ""}
          onChange={(event) => onChange({ ...divider, description: event.target.value })}
        />
      </Form.Item>
    </Form>
  );
}
