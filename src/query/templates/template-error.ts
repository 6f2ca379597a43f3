import { list } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import { type TesseraError, typedError } from "../../model/errors.ts";

const SHOWN_CHARS = 500;

/** Error names that template authors know from Jinja. */
export type TemplateErrorType =
  | "TemplateSyntaxError"
  | "TemplateRuntimeError"
  | "UndefinedError"
  | "SecurityError"
  | "SupersetTemplateException";

/** A 422 with the start of the template and, if known, the line. */
export function templateError(
  type: TemplateErrorType,
  text: string,
  { template, line = null }: { template?: string; line?: number | null } = {},
): TesseraError {
  const message =
    type === "SupersetTemplateException" ? text : t("Jinja2 template error ({type}): {text}", { type, text });
  return typedError("GENERIC_COMMAND_ERROR", message, {
    status: 422,
    extra: {
      ...(template === undefined ? {} : { template: template.slice(0, SHOWN_CHARS) }),
      line,
      exception_type: type,
    },
  });
}

/** A template needs data that must be fetched first; rendering then starts again. */
export class MissingLookup extends Error {}

const LEFT = /\{\{-?\s*([A-Za-z_]\w*)[^{}]*\}\}/g;
/**
 * An unterminated comment extends to the end of the text: searching for its end from each of many starts would take
 * quadratic time.
 */
const COMMENTS = /('(?:[^']|'')*'|"(?:[^"]|"")*")|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;
const QUOTED = /'(?:[^']|'')*'/g;

export function undefinedNames(rendered: string): string[] {
  const read = rendered.replace(COMMENTS, (_, quoted: string | undefined) => quoted ?? " ");
  return [...new Set([...read.matchAll(LEFT)].map(([, name = ""]) => name))];
}

export function undefinedOutsideTexts(rendered: string): string[] {
  return undefinedNames(rendered.replace(QUOTED, "''"));
}

/** A 400 that lists the parameters without a value, and those with one. */
export function parametersMissing(names: readonly string[], values: Readonly<Record<string, unknown>>): TesseraError {
  const parameters = list(
    names.map((name) => `"${name}"`),
    "commas",
  );
  const message = t(
    "{count, plural, one {The parameter {parameters} in your query is undefined.} other {The following parameters in your query are undefined: {parameters}.}}",
    { count: names.length, parameters },
  );
  return typedError("MISSING_TEMPLATE_PARAMS_ERROR", message, {
    extra: { undefined_parameters: [...names], template_parameters: values },
  });
}
