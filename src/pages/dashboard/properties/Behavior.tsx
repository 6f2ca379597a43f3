import { Checkbox, Form, Select } from "antd";
import styles from "../edit/edit.module.css";
import { INTERVALS } from "../state/use-auto-refresh.ts";
import { Field, type MetadataPartProps } from "./parts.tsx";

/** How often the dashboard asks again, and what a click does. */
export function Behavior({ draft, setMeta }: MetadataPartProps) {
  return (
    <Form layout="vertical" className={styles.form}>
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
    </Form>
  );
}
