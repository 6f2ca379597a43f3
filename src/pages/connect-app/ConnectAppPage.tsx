import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useId, useState } from "react";
import { useSearchParams } from "react-router";
import { authorize, showAuthorization } from "../../api/oauth/contract.ts";
import { rich } from "../../i18n/rich.tsx";
import { t } from "../../i18n/translate.ts";
import type { Scope } from "../../model/agent.ts";
import type { OperationResult } from "../../model/operation.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Mark } from "../../ui/Mark.tsx";
import { SkeletonLines } from "../../ui/Skeleton.tsx";
import { call } from "../../web/client/client.ts";
import { toApiError } from "../../web/client/errors.ts";
import { useUser } from "../../web/session/session.ts";
import { toast } from "../../web/toasts/toasts.ts";
import styles from "./ConnectAppPage.module.css";

type Requested = OperationResult<typeof showAuthorization>["result"];

/** Where an app sends its user to allow what it may do. */
export function ConnectAppPage() {
  const [search] = useSearchParams();
  const params = Object.fromEntries(search);
  const { data, error, refetch } = useQuery({
    queryKey: ["connect-app", params],
    queryFn: ({ signal }) => call(showAuthorization, { query: params }, { signal }),
    retry: false,
  });
  const failure = error ? toApiError(error) : undefined;
  return (
    <main className={styles.page}>
      <div className={styles.column}>
        <div className={styles.brand}>
          <Mark size={32} />
          <span>Tessera</span>
        </div>
        {failure ? (
          <ErrorState
            title={t("This app can't be connected")}
            text={failure.message}
            {...(isRefused(failure.status) ? {} : { onRetry: () => void refetch() })}
          />
        ) : data ? (
          <Consent requested={data.result} params={params} />
        ) : (
          <SkeletonLines lines={6} />
        )}
      </div>
    </main>
  );
}

/** The same request would be refused again. */
const isRefused = (status: number) => status >= 400 && status < 500;

const SCOPES: Readonly<Record<Scope, { name: string; text: string }>> = {
  read: { name: t("Read"), text: t("Find dashboards, charts and datasets, query data, and see alerts") },
  sql: { name: t("Run SQL"), text: t("Run statements in databases where you can use SQL Lab") },
  write: {
    name: t("Make changes"),
    text: t("Create and change charts and dashboards"),
  },
};

/** Apps can only change what they can read. */
const allowedOf = (chosen: readonly Scope[]) =>
  chosen.includes("read") ? chosen : chosen.filter((scope) => scope !== "write");

function Consent({ requested, params }: { requested: Requested; params: Record<string, string> }) {
  const { name, redirect_to: host, scopes } = requested;
  const [chosen, setChosen] = useState<readonly Scope[]>(() => allowedOf(scopes));
  const [state, setState] = useState<"open" | "sending" | "done">("open");
  const { username } = useUser();
  const answer = async (allow: boolean) => {
    setState("sending");
    try {
      const { redirect_to } = await call(authorize, { body: { ...params, allow, scopes: [...chosen] } });
      setState("done");
      window.location.assign(redirect_to);
    } catch (error) {
      setState("open");
      toast.error(error, (message) => t("There was an issue connecting {name}: {message}", { name, message }));
    }
  };
  const toggle = (scope: Scope) =>
    setChosen(allowedOf(chosen.includes(scope) ? chosen.filter((one) => one !== scope) : [...chosen, scope]));
  return (
    <>
      <h1 className={styles.title}>{t("Connect {name}?", { name })}</h1>
      <p className={styles.text}>
        {rich("It will act as <strong>{username}</strong>, and never see or do more than you can. Allow it to:", {
          username,
          strong: (text) => <strong>{text}</strong>,
        })}
      </p>
      <ul className={styles.scopes}>
        {scopes.map((scope) => (
          <ScopeChoice
            key={scope}
            scope={scope}
            checked={chosen.includes(scope)}
            disabled={scope === "write" && !chosen.includes("read")}
            onToggle={() => toggle(scope)}
          />
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button disabled={state !== "open"} onClick={() => void answer(false)}>
          {t("Cancel")}
        </Button>
        <Button
          type="primary"
          loading={state === "sending"}
          disabled={state === "done" || chosen.length === 0}
          onClick={() => void answer(true)}
        >
          {t("Connect")}
        </Button>
      </div>
      <p className={styles.note} role="status">
        {state === "done"
          ? t("You can close this page.")
          : t(
              "You return to the app at {host}. Only connect apps you trust: the app chose its name. Disconnect it under Your account.",
              {
                host,
              },
            )}
      </p>
    </>
  );
}

interface ScopeChoiceProps {
  scope: Scope;
  checked: boolean;
  disabled: boolean;
  onToggle(): void;
}

function ScopeChoice({ scope, checked, disabled, onToggle }: ScopeChoiceProps) {
  const id = useId();
  const { name, text } = SCOPES[scope];
  return (
    <li>
      <Checkbox id={id} checked={checked} disabled={disabled} onChange={onToggle} aria-describedby={`${id}-text`} />
      <div>
        <label htmlFor={id}>{name}</label>
        <p id={`${id}-text`}>{text}</p>
      </div>
    </li>
  );
}
