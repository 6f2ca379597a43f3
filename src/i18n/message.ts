/**
 * Types that parse an English text like ICU MessageFormat to find its values and tags. A missing, extra or wrongly
 * typed value doesn't compile.
 */

/** `{name}` only takes strings, so that no number is shown unformatted: use `{count, number}`, or `#` in a plural. */
interface ValueOf {
  plural: number;
  selectordinal: number;
  number: number;
  date: Date;
  time: Date;
  select: string;
}

type Trim<S extends string> = S extends ` ${infer R}`
  ? Trim<R>
  : S extends `\n${infer R}`
    ? Trim<R>
    : S extends `${infer R} `
      ? Trim<R>
      : S;

type Place = "text" | "branches";

type Scan<S extends string, Inside extends readonly Place[], Found> = S extends `${infer Before}{${infer After}`
  ? Before extends `${string}}${string}`
    ? S extends `${string}}${infer Rest}`
      ? Scan<Rest, Outer<Inside>, Found>
      : Found
    : Inside[0] extends "branches"
      ? Scan<After, ["text", ...Inside], Found>
      : After extends `${infer Argument}}${infer Rest}`
        ? Argument extends `${infer Name},${infer Type},${string}`
          ? Trim<Type> extends "plural" | "selectordinal" | "select"
            ? After extends `${string},${string},${infer Branches}`
              ? Scan<Branches, ["branches", ...Inside], Found & Record<Trim<Name>, ValueOf[Trim<Type>]>>
              : Found
            : Scan<Rest, Inside, Found & Formatted<Name, Type>>
          : Argument extends `${infer Name},${infer Type}`
            ? Scan<Rest, Inside, Found & Formatted<Name, Type>>
            : Scan<Rest, Inside, Found & Record<Trim<Argument>, string>>
        : Found
  : Found;

type Outer<Inside extends readonly Place[]> = Inside extends [Place, ...infer Rest extends readonly Place[]]
  ? Rest
  : [];

type Formatted<Name extends string, Type extends string> = Record<
  Trim<Name>,
  Trim<Type> extends keyof ValueOf ? ValueOf[Trim<Type>] : never
>;

type Unquoted<S extends string> = S extends `${infer Before}'${infer After}`
  ? After extends `${Syntax}${infer Quoted}`
    ? Quoted extends `${string}'${infer Rest}`
      ? `${Before}${Unquoted<Rest>}`
      : Before
    : `${Before}${Unquoted<After>}`
  : S;

type Syntax = "{" | "}" | "<" | ">";

export type Tags<S extends string> = TagsOf<Unquoted<S>>;

type TagsOf<S extends string> = S extends `${string}<${infer Tag}>${infer Rest}`
  ? (Tag extends `/${string}` ? never : Tag) | TagsOf<Rest>
  : never;

type Values<S extends string> = Scan<Unquoted<S>, ["text"], unknown>;

type IsUnknown<S extends string> = Record<never, never> extends Record<S, 1> ? true : false;

export type Arguments<S extends string, More = unknown> =
  IsUnknown<S> extends true
    ? [text: never]
    : keyof (Values<S> & More) extends never
      ? []
      : [values: { [Name in keyof (Values<S> & More)]: (Values<S> & More)[Name] }];

export type PlainText<S extends string> =
  IsUnknown<S> extends true ? never : [keyof Values<S>, Tags<S>] extends [never, never] ? S : never;

declare const translatable: unique symbol;

/** Translated where it is shown, for constants in modules that the server loads too. */
export type Message = string & { readonly [translatable]: true };
