import { list } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import type { Dataset } from "../../model/dataset.ts";
import { didYouMean } from "../../model/did-you-mean.ts";
import type { WireError } from "../../model/errors.ts";
import type { FormData } from "../../model/form-data.ts";
import type { ApiError } from "../client/errors.ts";
import { adviceOn } from "./advice.ts";
import styles from "./chart-view.module.css";
import { type Excerpt, excerptOf } from "./excerpt.ts";
import { failedPlace, namedIn } from "./failure-place.ts";

interface FailureDetailsProps {
  error: ApiError;
  dataset?: Dataset | undefined;
  formData?: FormData | undefined;
  /** Names that could have been meant, besides those of the dataset. */
  names?: readonly string[];
  /** The user wrote the whole statement: there is no dataset to change. */
  isEditor?: boolean;
  onRetry?: (() => void) | undefined;
}

/** Where it failed, what was probably meant, and what to do. */
export function FailureDetails({ error, dataset, formData, names = [], isEditor, onRetry }: FailureDetailsProps) {
  const lines = linesOn(error, [...namesIn(dataset), ...names]);
  const address = error.errors.map(signInAddress).find((one) => one !== undefined);
  const place = failedPlace(error, formData, dataset);
  const advice = adviceOn(error, { formData, dataset, isEditor });
  return (
    <>
      {place ? <p className={styles.text}>{place}</p> : null}
      <SqlExcerpt error={error} />
      {lines.length > 0 ? (
        <ul className={styles.issues}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : null}
      {advice ? <p className={styles.text}>{advice}</p> : null}
      {address === undefined ? null : (
        <a href={address} target="_blank" rel="noreferrer" onClick={() => onRetry && onReturn(onRetry)}>
          {t("Authorize access")}
        </a>
      )}
    </>
  );
}

const namesIn = (dataset: Dataset | undefined): string[] =>
  dataset ? [...dataset.columns.map((one) => one.column_name), ...dataset.metrics.map((one) => one.metric_name)] : [];

function linesOn(error: ApiError, names: readonly string[]): string[] {
  const lines = error.errors.flatMap((one) => linesOf(one, names));
  const isOfRequest = error.status === 400 && error.errors.length === 0;
  return [...new Set(isOfRequest ? suggestionLines(namedIn(error.message), names) : lines)];
}

function linesOf(error: WireError, names: readonly string[]): string[] {
  switch (error.error_type) {
    case "MISSING_TEMPLATE_PARAMS_ERROR":
    case "INVALID_TEMPLATE_PARAMS_ERROR":
      return parameterLines(error);
    case "COLUMN_DOES_NOT_EXIST_ERROR":
    case "TABLE_DOES_NOT_EXIST_ERROR":
    case "SCHEMA_DOES_NOT_EXIST_ERROR":
    case "GENERIC_DB_ENGINE_ERROR":
      return suggestionLines(unknownNames(error), names);
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

/** As written in the query, without the names of the schema or table before them. */
function unknownNames({ error_type, message, extra }: WireError): string[] {
  const invalid = textsOf(extra?.invalid);
  if (invalid.length > 0) return invalid.map((name) => name.split(".").at(-1) ?? name);
  return error_type === "GENERIC_DB_ENGINE_ERROR" ? [] : namedIn(message).slice(0, 1);
}

function suggestionLines(unknown: readonly string[], names: readonly string[]): string[] {
  const meant = unknown
    .filter((name) => !names.includes(name))
    .map((name) => ({ name, near: didYouMean(name, names) }));
  const found = meant.filter(({ near }) => near.length > 0);
  return found.map(({ name, near }) =>
    found.length === 1
      ? t("Did you mean {names}?", { names: quoted(near) })
      : t("{name}: did you mean {names}?", { name, names: quoted(near) }),
  );
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
          {number === excerpt.line && excerpt.length > 0 && (
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
    const text = extra?.sql ?? extra?.template;
    if (typeof text !== "string" || typeof extra?.line !== "number") continue;
    // Long SQL is truncated in errors.
    if (extra.line > text.split("\n").length) continue;
    const excerpt = excerptOf(text, extra.line, typeof extra.column === "number" ? extra.column : 1);
    return typeof extra.column === "number" ? excerpt : { ...excerpt, length: 0 };
  }
  return undefined;
}
