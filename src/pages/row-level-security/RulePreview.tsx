import { Button } from "antd";
import { useState } from "react";
import * as rules from "../../api/row-level-security/contract.ts";
import { number } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import { Field } from "../../ui/Field.tsx";
import { Segmented } from "../../ui/Segmented.tsx";
import { SkeletonLines } from "../../ui/Skeleton.tsx";
import { call } from "../../web/client/client.ts";
import { useFetched } from "../../web/client/use-fetched.ts";
import { type FoundObject, FoundSelect } from "../../web/components/FoundSelect.tsx";
import { namedChoicesFrom } from "../../web/list-view/choices.ts";
import { isAdmin } from "../../web/session/session.ts";
import styles from "./RuleDialog.module.css";
import { draftOf, findRoles, type RuleFields } from "./rule-fields.ts";

type Kind = "role" | "user";
type Subject = FoundObject & { kind: Kind };

const KINDS = {
  role: { label: t("Role"), placeholder: t("Choose a role"), none: t("No roles found") },
  user: { label: t("User"), placeholder: t("Choose a user"), none: t("No users found") },
};

const FINDERS = { role: findRoles, user: namedChoicesFrom(rules.related, "created_by") };

const find = (kind: Kind) => async (text: string, signal: AbortSignal) =>
  (await FINDERS[kind](text, signal)).map(({ id, name }) => ({ value: id, label: name }));

/** Which rows a user or role would see, before the rule is saved. */
export function RulePreview({ fields, id }: { fields: RuleFields; id: number | undefined }) {
  const [kind, setKind] = useState<Kind>("role");
  const [chosen, setChosen] = useState<Subject>();
  const [asked, setAsked] = useState<string>();
  const subject = chosen ?? (kind === "role" ? firstRole(fields) : undefined);
  const draft = draftOf(fields, id);
  const key = draft && subject && JSON.stringify({ ...draft, [subject.kind]: subject.id });
  const { data, error, isLoading } = useFetched(key === asked ? key : undefined, async (signal) => {
    const body = JSON.parse(key ?? "{}") as rules.PreviewRule;
    return (await call(rules.preview, { body }, { signal, timeoutMs: 60_000 })).result;
  });
  return (
    <section className={styles.preview} aria-label={t("Preview")}>
      <Field
        label={t("Preview as")}
        hint={draft ? undefined : t("Choose datasets and write a clause to preview what users see.")}
      >
        {(of) => (
          <div className={styles.subject}>
            {isAdmin() ? (
              <Segmented
                label={t("User or role")}
                value={kind}
                options={[
                  { value: "role", label: KINDS.role.label },
                  { value: "user", label: KINDS.user.label },
                ]}
                onChange={(next) => {
                  setKind(next);
                  setChosen(undefined);
                }}
              />
            ) : null}
            <FoundSelect
              id={of}
              searchKey={["row-level-security", "preview", kind]}
              find={find(kind)}
              placeholder={KINDS[kind].placeholder}
              none={KINDS[kind].none}
              value={subject}
              onChange={(next) => setChosen({ ...next, kind })}
            />
            <Button disabled={key === undefined} loading={isLoading} onClick={() => setAsked(key)}>
              {t("Preview")}
            </Button>
          </div>
        )}
      </Field>
      {error ? (
        <p className={styles.failure} role="alert">
          {error.message}
        </p>
      ) : null}
      {isLoading ? <SkeletonLines lines={3} /> : null}
      {data && subject ? <PreviewResult preview={data} subject={subject} /> : null}
    </section>
  );
}

function firstRole({ filter_type, roles: [role] }: RuleFields): Subject | undefined {
  return filter_type === "Regular" && role ? { ...role, kind: "role" } : undefined;
}

function PreviewResult({ preview, subject }: { preview: rules.RulePreview; subject: Subject }) {
  const { name } = subject;
  return (
    <div role="status" ref={showResult}>
      {preview.applies ? null : <p>{t("The rule doesn't apply to {name}.", { name })}</p>}
      {preview.datasets.map((dataset) => (
        <DatasetPreview key={dataset.id} dataset={dataset} name={name} />
      ))}
    </div>
  );
}

function showResult(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
}

function DatasetPreview({ dataset, name }: { dataset: rules.PreviewedDataset; name: string }) {
  const { table_name, all, left, readable, problem, rows } = dataset;
  return (
    <div className={styles.dataset}>
      <h3>
        <bdi>{table_name}</bdi>
      </h3>
      {readable === false ? <p>{t("{name} has no access to this dataset yet. With access:", { name })}</p> : null}
      {all !== null && left !== null ? <Share all={all} left={left} name={name} /> : null}
      {problem ? <p>{problem}</p> : null}
      {rows.length > 0 ? <SampleRows dataset={dataset} /> : null}
    </div>
  );
}

function Share({ all, left, name }: { all: number; left: number; name: string }) {
  const percent = all === 0 ? 0 : left / all;
  return (
    <>
      <p>
        {t("{name} sees {left} of {all, plural, one {{count} row} other {{count} rows}} ({percent}).", {
          name,
          left: number(left),
          all,
          count: number(all),
          percent: number(percent, { style: "percent", maximumFractionDigits: 1 }),
        })}
      </p>
      <meter className={styles.share} min={0} max={1} value={percent} aria-hidden="true" />
    </>
  );
}

function SampleRows({ dataset: { columns, rows, table_name } }: { dataset: rules.PreviewedDataset }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keys
    <section className={styles.rows} tabIndex={0} aria-label={t("Rows of {name}", { name: table_name })}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                <bdi>{column}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity
            <tr key={at}>
              {columns.map((column, i) => (
                <td key={column}>
                  <bdi>{row[i] === null ? "∅" : String(row[i])}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
