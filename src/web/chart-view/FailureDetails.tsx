import { list } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import type { Dataset } from "../../model/dataset.ts";
import { didYouMean } from "../../model/did-you-mean.ts";
import type { WireError } from "../../model/errors.ts";
import type { ApiError } from "../client/errors.ts";
import styles from "./chart-view.module.css";
import { type Excerpt, excerptOf } from "./excerpt.ts";

interface FailureDetailsProps {
  error: ApiError;
  dataset: Dataset | undefined;
  onRetry?: (() => void) | undefined;
}

export function FailureDetails({ error, dataset, onRetry }: FailureDetailsProps) {
  const lines = [...new Set(error.errors.flatMap((one) => linesOf(one, dataset)))];
  const address = error.errors.map(signInAddress).find((one) => one !== undefined);
  return (
    <>
      <SqlExcerpt error={error} />
      {lines.length > 0 ? (
        <ul className={styles.issues}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : null}
      {address === undefined ? null : (
        <a href={address} target="_blank" rel="noreferrer" onClick={() => onRetry && onReturn(onRetry)}>
          {t("Authorize access")}
        </a>
      )}
    </>
  );
}

function linesOf(error: WireError, dataset: Dataset | undefined): string[] {
  switch (error.error_type) {
    case "MISSING_TEMPLATE_PARAMS_ERROR":
    case "INVALID_TEMPLATE_PARAMS_ERROR":
      return parameterLines(error);
    case "COLUMN_DOES_NOT_EXIST_ERROR":
      return columnLines(error, dataset);
    case "INVALID_PAYLOAD_FORMAT_ERROR":
    case "INVALID_PAYLOAD_SCHEMA_ERROR":
      return textsOf(error.extra?.messages);
    default:
      return [];
  }
}

function parameterLines({ extra }: WireError): string[] {
  const parameters = extra?.template_parameters;
  const known = Array.isArray(parameters) ? textsOf(parameters) : Object.keys((parameters as object | undefined) ?? {});
  return textsOf(extra?.undefined_parameters).map((name) => {
    const suggestions = didYouMean(name, known);
    return suggestions.length > 0
      ? t("{name}: did you mean {names}?", { name, names: quoted(suggestions) })
      : t("{name} has no value", { name });
  });
}

function columnLines({ message }: WireError, dataset: Dataset | undefined): string[] {
  const [, name] = /["'`]([^"'`]+)["'`]/.exec(message) ?? [];
  const suggestions =
    name && dataset
      ? didYouMean(
          name,
          dataset.columns.map((column) => column.column_name),
        )
      : [];
  return suggestions.length > 0 ? [t("Did you mean {names}?", { names: quoted(suggestions) })] : [];
}

function onReturn(act: () => void): void {
  window.addEventListener("focus", act, { once: true });
}

const quoted = (names: readonly string[]) =>
  list(
    names.map((name) => t("“{name}”", { name })),
    "disjunction",
  );

function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.filter((one): one is string => typeof one === "string");
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).map(([name, texts]) => `${name}: ${[texts].flat().join(" ")}`);
}

/** Only web URLs, as it may come from elsewhere. */
function signInAddress({ error_type, extra }: WireError): string | undefined {
  if (error_type !== "OAUTH2_REDIRECT_ERROR" || typeof extra?.url !== "string") return undefined;
  return /^https?:\/\//.test(extra.url) ? extra.url : undefined;
}

function SqlExcerpt({ error }: { error: ApiError }) {
  const excerpt = maybeExcerpt(error);
  if (!excerpt) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need to scroll long lines
    <pre className={styles.sql} tabIndex={0}>
      {excerpt.lines.map(({ number, text }) => (
        <div key={number} className={number === excerpt.line ? styles.faulty : undefined}>
          <span className={styles.number}>{number}</span>
          {text}
          {number === excerpt.line && (
            <div className={styles.caret}>
              <span className={styles.number} />
              {" ".repeat(excerpt.column - 1)}
              {"^".repeat(excerpt.length)}
            </div>
          )}
        </div>
      ))}
    </pre>
  );
}

function maybeExcerpt(error: ApiError): Excerpt | undefined {
  for (const { extra } of error.errors) {
    if (typeof extra?.sql !== "string" || typeof extra.line !== "number") continue;
    // Long SQL is truncated in errors.
    if (extra.line > extra.sql.split("\n").length) continue;
    return excerptOf(extra.sql, extra.line, typeof extra.column === "number" ? extra.column : 1);
  }
  return undefined;
}
