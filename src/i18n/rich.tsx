import { createElement, Fragment, type ReactNode } from "react";
import type { Arguments, Tags } from "./message.ts";
import { pieces } from "./translate.ts";

type TagValues<S extends string> = Record<Tags<S>, (inside: ReactNode) => ReactNode>;

/** A sentence with elements: `rich("Read the <link>guide</link>.", { link: (text) => <a href={GUIDE}>{text}</a> })`. */
export function rich<const S extends string>(text: S, ...values: Arguments<S, TagValues<S>>): ReactNode {
  const entries = Object.entries((values[0] ?? {}) as Record<string, unknown>);
  const isolatedEntries = entries.map(([name, value]) => [
    name,
    typeof value === "function" ? (inside: ReactNode[]) => value(joined(inside)) : value,
  ]);
  return joined((pieces as (text: string, values: object) => ReactNode[])(text, Object.fromEntries(isolatedEntries)));
}

const joined = (parts: readonly ReactNode[]) => createElement(Fragment, null, ...parts);
