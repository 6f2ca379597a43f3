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
  const message = type === "SupersetTemplateException" ? text : `Jinja2 template error (${type}): ${text}`;
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
