import { render } from "./evaluate.ts";
import { safeMarkup } from "./safe-markup.ts";
import { TemplateError } from "./values.ts";

export interface Markup {
  markup?: DocumentFragment;
  problem?: string;
}

export function writeMarkup(template: string, values: Readonly<Record<string, unknown>>): Markup {
  try {
    return { markup: safeMarkup(render(template, values)) };
  } catch (cause) {
    if (cause instanceof TemplateError) return { problem: cause.message };
    throw cause;
  }
}
