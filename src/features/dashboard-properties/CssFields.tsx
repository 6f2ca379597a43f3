import { useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { list } from "../../api/css-template/contract.ts";
import { CodeEditor } from "../../ui/code/CodeEditor.tsx";
import { Field } from "../../ui/Field.tsx";
import { call } from "../../web/client/client.ts";
import { toApiError } from "../../web/client/errors.ts";
import styles from "./properties.module.css";

interface Props {
  css: string;
  onChange(css: string): void;
}

/** The dashboard's own CSS, and the templates it can begin with. */
export function CssFields({ css, onChange }: Props) {
  const { data, error, isLoading } = useQuery({
    queryKey: ["css-templates"],
    queryFn: async ({ signal }) => {
      const q = { order_column: "template_name", order_direction: "asc" as const, page: 0, page_size: 100 };
      return (await call(list, { q }, { signal })).result;
    },
  });
  const add = (id: number) => {
    const template = data?.find((each) => each.id === id)?.css ?? "";
    onChange(css.trim() === "" ? template : `${css.trimEnd()}\n\n${template}`);
  };
  return (
    <>
      <Field
        label="CSS template"
        hint={
          error ? `Templates could not be loaded: ${toApiError(error).message}` : "Adds a template to the CSS below."
        }
      >
        {(id) => (
          <Select
            id={id}
            className={styles.wide}
            showSearch={{ optionFilterProp: "label" }}
            loading={isLoading}
            value={null}
            disabled={!data?.length}
            placeholder={data?.length === 0 ? "There are no templates" : "Add a template"}
            options={(data ?? []).map((one) => ({
              value: one.id,
              label: one.template_name || `Template ${one.id}`,
            }))}
            onChange={(chosen: number | null) => (chosen === null ? undefined : add(chosen))}
          />
        )}
      </Field>
      <Field label="CSS" hint="Applied to this dashboard only. Nothing is fetched from other sites.">
        {(id) => <CodeEditor id={id} label="CSS" language="css" value={css} lines={8} isLong onChange={onChange} />}
      </Field>
    </>
  );
}
