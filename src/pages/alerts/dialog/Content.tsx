import { useQuery } from "@tanstack/react-query";
import { InputNumber, Select } from "antd";
import { useId } from "react";
import { tabs } from "../../../api/dashboard/contract.ts";
import { t } from "../../../i18n/translate.ts";
import { Field } from "../../../ui/Field.tsx";
import { call } from "../../../web/client/client.ts";
import { DashboardFilters } from "./DashboardFilters.tsx";
import styles from "./dialog.module.css";
import { type Format, formatIn, formatsOf } from "./draft.ts";
import { RelatedSelect } from "./RelatedSelect.tsx";
import type { ReportForm } from "./use-report-form.ts";

const KINDS = [
  { value: "dashboard" as const, label: t("Dashboard") },
  { value: "chart" as const, label: t("Chart") },
];
const FORMATS: Readonly<Record<Format, string>> = { PNG: t("Image"), PDF: "PDF", CSV: "CSV", TEXT: t("Text") };

export function Content({ form }: { form: ReportForm }) {
  const { draft, change, problems } = form;
  const { attached } = draft;
  const target = problems[attached];
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>{t("Content")}</h3>
      <div className={styles.content}>
        <Field label={t("Attach")}>
          {(of) => <Select id={of} value={attached} options={KINDS} onChange={(next) => change({ attached: next })} />}
        </Field>
        <Field label={attached === "dashboard" ? t("Dashboard *") : t("Chart *")} problem={target}>
          {(of) => (
            <RelatedSelect
              key={attached}
              id={of}
              column={attached}
              value={draft[attached]}
              isInvalid={target !== undefined}
              onChange={(value) =>
                change(
                  attached === "chart"
                    ? { chart: value }
                    : { dashboard: value, dashboardState: {}, includesFilters: false },
                )
              }
            />
          )}
        </Field>
        {attached === "dashboard" && draft.dashboard ? <TabField id={draft.dashboard.id} form={form} /> : null}
        <Field label={t("Format")} problem={problems.report_format}>
          {(of) => (
            <Select
              id={of}
              value={formatIn(draft)}
              options={formatsOf(draft).map((value) => ({ value, label: FORMATS[value] }))}
              onChange={(report_format) => change({ report_format })}
            />
          )}
        </Field>
      </div>
      {attached === "dashboard" && draft.dashboard ? (
        <DashboardFilters key={draft.dashboard.id} id={draft.dashboard.id} form={form} />
      ) : null}
      <Options form={form} />
    </section>
  );
}

interface TabNode {
  value: string;
  title: string;
  parents?: readonly string[];
  children?: readonly TabNode[];
}

function tabChoices(
  nodes: readonly TabNode[],
  above: readonly TabNode[] = [],
): { value: string; label: string; path: string[] }[] {
  return nodes.flatMap((node) => {
    const path = [...above, node];
    const own = {
      value: node.value,
      label: path.map(({ title }) => title).join(" / "),
      path: path.map(({ value }) => value),
    };
    return [own, ...tabChoices(node.children ?? [], path)];
  });
}

const ALL = "";

function TabField({ id, form: { draft, change, problems } }: { id: number; form: ReportForm }) {
  const { data } = useQuery({
    queryKey: ["dashboard", id, "tabs"],
    queryFn: ({ signal }) => call(tabs, { params: { id: `${id}` } }, { signal }),
  });
  const choices = tabChoices((data?.result.tab_tree ?? []) as TabNode[]);
  const { anchor, activeTabs, ...rest } = draft.dashboardState;
  const chosen = anchor || activeTabs?.at(-1) || ALL;
  if (choices.length === 0 && chosen === ALL) return null;
  const choose = (value: string) => {
    const path = choices.find((one) => one.value === value)?.path;
    change({ dashboardState: path ? { ...rest, anchor: value, activeTabs: path } : rest });
  };
  return (
    <Field label={t("Tab")} problem={problems.extra}>
      {(of) => (
        <Select
          id={of}
          style={{ width: "100%" }}
          popupMatchSelectWidth={false}
          status={problems.extra ? "error" : ""}
          value={chosen}
          options={[{ value: ALL, label: t("First tab") }, ...choices]}
          onChange={choose}
        />
      )}
    </Field>
  );
}

function Options({ form: { draft, change, problems } }: { form: ReportForm }) {
  const id = useId();
  const isPicture = formatIn(draft) === "PNG" || formatIn(draft) === "PDF";
  return (
    <>
      <div className={styles.options}>
        {isPicture ? (
          <span className={styles.width}>
            <label htmlFor={id}>{t("Width")}</label>
            <InputNumber
              id={id}
              controls={false}
              precision={0}
              placeholder={t("Default")}
              suffix={t("px")}
              value={draft.custom_width}
              status={problems.custom_width ? "error" : ""}
              onChange={(custom_width) => change({ custom_width })}
            />
          </span>
        ) : null}
        <span className={styles.quiet}>{t("Always uses fresh data (bypasses the cache)")}</span>
      </div>
      {problems.custom_width ? (
        <p className={styles.problem} role="alert">
          {problems.custom_width}
        </p>
      ) : null}
    </>
  );
}
