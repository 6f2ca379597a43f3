import { Button } from "antd";
import { Check, LockOpen, Minus, X } from "lucide-react";
import { useEffect, useRef } from "react";
import type { ConnectionStep, StepName } from "../../../api/database/contract.ts";
import { t } from "../../../i18n/translate.ts";
import { AllowLocation } from "./AllowLocation.tsx";
import styles from "./Connect.module.css";
import type { ConnectionForm, Unsaved } from "./use-connection.ts";

interface ConnectionTestProps {
  form: ConnectionForm;
  unsaved?: Unsaved;
  onAllowed(): void;
}

/** The button, and what the last test found at each step. */
export function ConnectionTest({ form, unsaved, onAllowed }: ConnectionTestProps) {
  const { test } = form;
  return (
    <>
      <div className={styles.tests}>
        <Button loading={test.kind === "running"} onClick={() => form.isComplete() && void form.runTest(unsaved)}>
          {t("Test connection")}
        </Button>
        <span role="status">
          {test.kind === "done" && test.hasPassed ? (
            <span className={styles.answers}>
              <Check size={14} /> {t("Connection looks good!")}
            </span>
          ) : null}
        </span>
      </div>
      {test.kind === "done" ? <Steps steps={test.steps} onAllowed={onAllowed} /> : null}
    </>
  );
}

function Steps({ steps, onAllowed }: { steps: readonly ConnectionStep[]; onAllowed(): void }) {
  const list = useRef<HTMLOListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the result of each test is brought into view
  useEffect(() => {
    list.current?.scrollIntoView?.({ block: "nearest" });
  }, [steps]);
  return (
    <ol ref={list} className={styles.steps} aria-label={t("Connection test")}>
      {steps.map((step) => (
        <Step key={step.step} step={step} onAllowed={onAllowed} />
      ))}
    </ol>
  );
}

const STATES = {
  passed: { icon: Check, text: t("Passed") },
  off: { icon: LockOpen, text: t("Off") },
  failed: { icon: X, text: t("Failed") },
  not_reached: { icon: Minus, text: t("Not reached") },
} as const;

const NAMES: Readonly<Record<StepName, string>> = {
  driver: t("Driver"),
  file: t("File"),
  ssh: t("SSH server"),
  name: t("Host name"),
  port: t("Port"),
  tls: t("Encryption"),
  sign_in: t("Sign-in"),
  database: t("Database"),
};

function Step({ step, onAllowed }: { step: ConnectionStep; onAllowed(): void }) {
  const { icon: Icon, text } = STATES[step.status];
  const isFailed = step.status === "failed";
  return (
    <li data-status={step.status}>
      <Icon size={16} aria-hidden />
      <span className={styles.stepName}>{NAMES[step.step]}</span>
      <div className={styles.stepText} role={isFailed ? "alert" : undefined}>
        {step.message ? <p>{step.message}</p> : <p>{text}</p>}
        {step.hint ? <p>{step.hint}</p> : null}
        {step.cause ? (
          <p className={styles.cause}>
            {t("Driver message:")} <code>{step.cause}</code>
          </p>
        ) : null}
        {step.allow ? <AllowLocation allow={step.allow} onAllowed={onAllowed} /> : null}
      </div>
    </li>
  );
}
