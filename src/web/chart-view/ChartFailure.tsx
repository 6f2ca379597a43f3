import { Button } from "antd";
import { Copy } from "lucide-react";
import { useState } from "react";
import { t } from "../../i18n/translate.ts";
import type { Dataset } from "../../model/dataset.ts";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { Popover } from "../../ui/Popover.tsx";
import type { ApiError } from "../client/errors.ts";
import { ownersOfError } from "../components/owners-in.ts";
import { useSession } from "../session/session.ts";
import { copyWithToast } from "../toasts/clipboard.ts";
import styles from "./chart-view.module.css";
import { detailsOf, failureName, shortened } from "./failure-text.ts";
import { ProblemText } from "./ProblemText.tsx";
import { isAccessError, isMissingDataset, type ProblemActions } from "./problem-actions.ts";
import { RetryButton } from "./RetryButton.tsx";

const FailureDetails = lazyComponent(async () => (await import("./FailureDetails.tsx")).FailureDetails);
const AskOwners = lazyComponent(async () => (await import("../components/AskOwners.tsx")).AskOwners);

const FailureRecord = lazyComponent(async () => (await import("./FailureRecord.tsx")).FailureRecord);

interface Props extends ProblemActions {
  error: ApiError;
  dataset?: Dataset | undefined;
  /** In "See more", with the record of the failure below. */
  isFull?: boolean;
}

export function ChartFailure(props: Props) {
  const { error, dataset, ...actions } = props;
  if (isAccessError(error)) return <NoAccess {...props} />;
  if (isMissingDataset(error)) return <NoDataset {...props} />;
  const isTimeout = error.kind === "timeout" || error.errors.some((e) => /TIMEOUT/.test(e.error_type));
  return isTimeout ? (
    <TimedOut error={error} dataset={dataset} {...actions} />
  ) : (
    <DatabaseFailure error={error} dataset={dataset} {...actions} />
  );
}

export function FailurePopover(props: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      label={t("Error details")}
      placement="bottom"
      content={
        <div className={styles.failure}>
          <ChartFailure {...props} isFull />
          <FailureRecord error={props.error} />
        </div>
      }
    >
      <Button size="small" type="text" aria-expanded={isOpen}>
        {isOpen ? t("See less") : t("See more")}
      </Button>
    </Popover>
  );
}

function SeeMore(props: Props) {
  if (props.isFull) return null;
  return (
    <span className={styles.more}>
      <FailurePopover {...props} />
    </span>
  );
}

function NoAccess({ error, dataset, ...actions }: Props) {
  const name = extraText(error, "datasource_name") ?? dataset?.table_name;
  const owners = ownersOfError(error);
  return (
    <ProblemText
      kind="access"
      title={name ? t('No access to the dataset "{name}"', { name }) : t("No access to this chart's data")}
      text={t("You can see this chart, but not its data. An owner of the dataset can give you access.")}
      actions={
        <>
          {owners.length > 0 ? <AskOwners owners={owners} size="small" /> : null}
          <SeeMore error={error} dataset={dataset} {...actions} />
        </>
      }
    />
  );
}

function NoDataset(props: Props) {
  const { onSwapDataset, onEditChart } = props;
  const lead = onSwapDataset
    ? { label: t("Swap dataset"), run: onSwapDataset }
    : onEditChart && { label: t("Edit chart"), run: onEditChart };
  return (
    <ProblemText
      kind="warning"
      title={t("The dataset is missing")}
      text={
        onSwapDataset
          ? t("The chart keeps its settings.")
          : t("The chart keeps its settings. Choose another dataset in Explore.")
      }
      actions={
        <>
          {lead && (
            <Button size="small" onClick={lead.run}>
              {lead.label}
            </Button>
          )}
          <SeeMore {...props} />
        </>
      }
    />
  );
}

function TimedOut({ error, ...actions }: Props) {
  return (
    <ProblemText
      kind="timeout"
      title={t("Request timed out")}
      text={timeoutText(error)}
      actions={<FailureActions error={error} {...actions} />}
    >
      <FailureDetails error={error} />
      <ul className={styles.issues}>
        {error.issues.map((issue) => (
          <li key={issue.code}>{issue.message}</li>
        ))}
      </ul>
    </ProblemText>
  );
}

function DatabaseFailure({ error, dataset, ...actions }: Props) {
  const name = failureName(error);
  const facts = [name && shortened(error.message), extraText(error, "engine_name"), extraText(error, "hint")]
    .filter(Boolean)
    .join(" · ");
  return (
    <ProblemText
      kind="error"
      title={name ?? firstLine(error.message || error.title)}
      text={error.kind === "network" ? t("The server can't be reached. Your changes are kept.") : facts}
      actions={<FailureActions error={error} dataset={dataset} {...actions} />}
    >
      {error.kind === "network" ? null : (
        <FailureDetails error={error} dataset={dataset} formData={actions.formData} onRetry={actions.onRetry} />
      )}
    </ProblemText>
  );
}

function FailureActions(props: Props) {
  const { error, owners = [], onRetry, isFull } = props;
  return (
    <>
      <RetryButton onRetry={onRetry} />
      <SeeMore {...props} />
      {isFull ? null : <CopyDetails error={error} />}
      {error.kind !== "network" && <Owners owners={owners} />}
    </>
  );
}

function CopyDetails({ error }: { error: ApiError }) {
  return (
    <Button
      className={styles.copy}
      size="small"
      type="text"
      icon={<Copy size={14} />}
      onClick={() => void copyWithToast(detailsOf(error))}
    >
      {t("Copy details")}
    </Button>
  );
}

function extraText(error: ApiError, key: string): string | undefined {
  return error.errors.map((e) => e.extra?.[key]).find((value) => typeof value === "string") as string | undefined;
}

function Owners({ owners }: { owners: NonNullable<ProblemActions["owners"]> }) {
  const me = useSession((session) => (session.kind === "signed-in" ? session.user.userId : undefined));
  const others = owners.filter(({ id }) => id === undefined || id !== me);
  if (others.length === 0) return null;
  const names = others.map((owner) => `${owner.first_name} ${owner.last_name}`.trim()).join(", ");
  return <span className={styles.text}>{t("Contact a Chart Owner: {names}", { names })}</span>;
}

function timeoutText(error: ApiError): string {
  const seconds = error.errors.map((e) => e.extra?.timeout).find((n) => typeof n === "number");
  if (seconds)
    return t(
      "{seconds, plural, one {Timed out after # second. Add a date filter, or ask an administrator to raise the limit.} other {Timed out after # seconds. Add a date filter, or ask an administrator to raise the limit.}}",
      { seconds },
    );
  const message = error.errors.find((e) => e.error_type === "BACKEND_TIMEOUT_ERROR")?.message;
  const advice = t("Add a date filter, or ask an administrator to raise the limit.");
  return `${message ? firstLine(message) : t("Timed out.")} ${advice}`;
}

function firstLine(message: string): string {
  const [line = message] = message.replace(/^Error: /, "").split("\n");
  return shortened(line);
}
