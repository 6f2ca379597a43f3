import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Button, Select } from "antd";
import { useId, useState } from "react";
import { list } from "../../../api/dashboard/contract.ts";
import { rich } from "../../../i18n/rich.tsx";
import { t } from "../../../i18n/translate.ts";
import { call } from "../../../web/client/client.ts";
import { useDebounced } from "../../../web/client/clock.ts";
import { toApiError } from "../../../web/client/errors.ts";
import { useFetched } from "../../../web/client/use-fetched.ts";
import { isAdmin, useSession } from "../../../web/session/session.ts";
import styles from "./header.module.css";

export interface DashboardChoice {
  /** Dashboard id, or `new:` and the name of a new dashboard. */
  value: string;
  label: string;
}

export const NEW_PREFIX = "new:";

interface DashboardFieldProps {
  value: string | undefined;
  first: DashboardChoice | undefined;
  /** Offered below the field, never chosen by itself. */
  lastUsed: DashboardChoice | undefined;
  onChange(choice: DashboardChoice | undefined): void;
}

export function DashboardField({ value, first, lastUsed, onChange }: DashboardFieldProps) {
  const id = useId();
  const [text, setText] = useState("");
  const typed = text.trim();
  const { data, error, isLoaded } = useDashboards(typed);
  const found = (data ?? []).filter((one) => one.value !== first?.value);
  // Until the response arrives, Enter must not pick a stale option.
  const options = [...(first ? [first] : []), ...found].filter(({ label }) =>
    label.toLowerCase().includes(typed.toLowerCase()),
  );
  // Don't offer to create a dashboard whose name exists.
  if (typed && isLoaded && !options.some((one) => one.label === typed)) {
    options.push({ value: `${NEW_PREFIX}${typed}`, label: t("Create “{name}”", { name: typed }) });
  }
  const chosenNew = value?.startsWith(NEW_PREFIX) ? { value, label: value.slice(NEW_PREFIX.length) } : undefined;
  if (chosenNew && !options.some((one) => one.value === value)) options.push(chosenNew);
  return (
    <div>
      <label className={styles.label} htmlFor={id}>
        {t("Add to dashboard")}
      </label>
      <Select
        id={id}
        className={styles.wide}
        allowClear
        loading={!isLoaded}
        placeholder={t("Choose a dashboard or type a new name")}
        showSearch={{ searchValue: text, onSearch: setText, filterOption: false }}
        value={value}
        options={options}
        notFoundContent={isLoaded ? t("Type a name to create a dashboard") : t("Searching…")}
        onChange={(next?: string) => {
          setText("");
          onChange(next === undefined ? undefined : choiceOf(next, options));
        }}
      />
      {value === undefined ? <LastUsed choice={lastUsed} onChoose={onChange} /> : null}
      {error ? (
        <p className={styles.failed} role="alert">
          {t("An error occurred while fetching dashboards: {message}", { message: error.message })}
        </p>
      ) : null}
    </div>
  );
}

function LastUsed({
  choice,
  onChoose,
}: {
  choice: DashboardChoice | undefined;
  onChoose(choice: DashboardChoice): void;
}) {
  if (!choice) return null;
  return (
    <p className={styles.lastUsed}>
      {rich("Last used: <button>{dashboard}</button>", {
        button: (name) => (
          <Button size="small" onClick={() => onChoose(choice)}>
            <bdi>{name}</bdi>
          </Button>
        ),
        dashboard: choice.label,
      })}
    </p>
  );
}

function choiceOf(value: string, options: readonly DashboardChoice[]): DashboardChoice {
  if (value.startsWith(NEW_PREFIX)) return { value, label: value.slice(NEW_PREFIX.length) };
  return options.find((one) => one.value === value) ?? { value, label: "" };
}

function useOwnFilter() {
  const session = useSession();
  if (session.kind !== "signed-in" || isAdmin()) return [];
  return [{ col: "owners", opr: "rel_m_m", value: session.user.userId }];
}

const NEWEST = { order_column: "changed_on_delta_humanized", order_direction: "desc" as const };

function useDashboards(text: string) {
  const own = useOwnFilter();
  const search = useDebounced(text);
  const { data, error, isPending, isPlaceholderData } = useQuery({
    queryKey: ["explore", `dashboards ${search}`],
    queryFn: ({ signal }) => {
      const named = search ? [{ col: "dashboard_title", opr: "ct", value: search }] : [];
      return choicesOf({ filters: [...named, ...own], page_size: 25 }, signal);
    },
    placeholderData: keepPreviousData,
  });
  return {
    data,
    error: error ? toApiError(error) : undefined,
    isLoaded: search === text && !isPending && !isPlaceholderData,
  };
}

export function useDashboardChoice(dashboardId: number | undefined): DashboardChoice | undefined {
  const own = useOwnFilter();
  const key = dashboardId === undefined ? undefined : `dashboard choice ${dashboardId}`;
  const { data } = useFetched(key, (signal) =>
    choicesOf({ filters: [{ col: "id", opr: "eq", value: dashboardId ?? 0 }, ...own], page_size: 1 }, signal),
  );
  return data?.[0];
}

interface DashboardQuery {
  filters: { col: string; opr: string; value: string | number }[];
  page_size: number;
}

async function choicesOf(query: DashboardQuery, signal: AbortSignal): Promise<DashboardChoice[]> {
  const { result } = await call(list, { q: { ...query, page: 0, ...NEWEST } }, { signal });
  return result.map((row) => ({ value: String(row.id), label: row.dashboard_title ?? "" }));
}
