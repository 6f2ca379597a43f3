import { list } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import { type TesseraError, typedError } from "../../model/errors.ts";

const SHOWN_CHARS = 500;

/** What is wrong with a template, by the name that template authors know it by. */
export type TemplateErrorType =
  | "TemplateSyntaxError"
  | "TemplateRuntimeError"
  | "UndefinedError"
  | "SecurityError"
  | "SupersetTemplateException";

/** A 422 with the start of the template and, where it is known, the line. */
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

/** A template asks for something that must be fetched first; rendering starts again when it is there. */
export class MissingLookup extends Error {}

/** Names that nothing defines are rendered as they stood. */
const LEFT = /\{\{-?\s*([A-Za-z_]\w*)[^{}]*\}\}/g;
/** A comment without an end goes to the end of the text: looking for its end from each of many would take their square. */
const COMMENTS = /('(?:[^']|'')*'|"(?:[^"]|"")*")|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;
const QUOTED = /'(?:[^']|'')*'/g;

/** The names in rendered SQL that nothing defined, in the order in which they are used; in comments they are none. */
export function undefinedNames(rendered: string): string[] {
  const read = rendered.replace(COMMENTS, (_, quoted: string | undefined) => quoted ?? " ");
  return [...new Set([...read.matchAll(LEFT)].map(([, name = ""]) => name))];
}

/** Those that stand where SQL is read, not in a text of it. */
export function undefinedOutsideTexts(rendered: string): string[] {
  return undefinedNames(rendered.replace(QUOTED, "''"));
}

/** A 400 that tells which parameters have no value, and which have one. */
export function parametersMissing(names: readonly string[], given: Readonly<Record<string, unknown>>): TesseraError {
  const parameters = list(
    names.map((name) => `"${name}"`),
    "commas",
  );
  const message = t(
    "{count, plural, one {The parameter {parameters} in your query is undefined.} other {The following parameters in your query are undefined: {parameters}.}}",
    { count: names.length, parameters },
  );
  return typedError("MISSING_TEMPLATE_PARAMS_ERROR", message, {
    extra: { undefined_parameters: [...names], template_parameters: given },
  });
}
