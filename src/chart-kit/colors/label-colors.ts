import { categoricalColors, DEFAULT_CATEGORICAL_SCHEME, isScheme } from "./categorical.ts";

/**
 * One color per label across a dashboard. Precedence: set by the author (`label_colors`), already used on the
 * dashboard, first palette color unused in the chart. Two labels of one chart share a color only when the palette is
 * used up, and never as neighbors.
 */
export interface LabelColorsOptions {
  scheme?: string | null;
  /** `color_scheme_domain`: colors of a dashboard scheme that isn't known here. */
  domain?: readonly string[] | null;
  forced?: Readonly<Record<string, string>> | null;
  /** `map_label_colors`: assigned earlier and stored with the dashboard. */
  known?: Readonly<Record<string, string>> | null;
}

export interface ChartColorsOptions {
  scheme?: string | null;
  forced?: Readonly<Record<string, string>> | null;
}

export class LabelColors {
  readonly #scheme: string | null;
  readonly #domain: readonly string[] | undefined;
  readonly #forced: ReadonlyMap<string, string>;
  readonly #known: ReadonlySet<string>;
  readonly #colors: Map<string, string>;
  readonly #charts = new Map<string | number, Set<string>>();
  readonly #schemes = new Map<string | number, string>();
  readonly #own = new Map<string | number, ReadonlyMap<string, string>>();

  constructor(options: LabelColorsOptions = {}) {
    this.#scheme = options.scheme || null;
    this.#domain = this.#scheme && !isScheme(this.#scheme) ? colorsIn(options.domain) : undefined;
    this.#forced = storedColors(options.forced);
    this.#colors = storedColors(options.known);
    this.#known = new Set(this.#colors.keys());
  }

  /**
   * Starts a render: forgets the chart's previous labels and returns its color function. Call once per transform. The
   * function may later change a color that only this chart uses, to free it for another chart; `assignColors` accounts
   * for that.
   */
  chart(key: string | number, options: ChartColorsOptions = {}): (label: string) => string {
    const labels = new Set<string>();
    const scheme = this.#scheme ?? options.scheme ?? DEFAULT_CATEGORICAL_SCHEME;
    this.#forgetOtherScheme(key, scheme);
    this.#charts.set(key, labels);
    const palette = this.#domain ?? categoricalColors(scheme);
    const uses = new ColorUsage(palette);
    const own = storedColors(options.forced);
    this.#own.set(key, own);
    return (label) => {
      const forced = this.#forced.get(label) ?? own.get(label);
      if (forced) {
        if (!labels.has(label)) uses.add(forced);
        labels.add(label);
        return forced;
      }
      const color = this.#colors.get(label) ?? uses.free();
      this.#colors.set(label, color);
      if (!labels.has(label)) {
        labels.add(label);
        this.#avoidCollision(key, label, palette);
        if (labels.size <= palette.length) uses.recount(this.#colorsOf(labels));
        else uses.add(color);
      }
      return this.#colors.get(label) ?? color;
    };
  }

  recolor(key: string | number): void {
    for (const label of this.#charts.get(key) ?? [])
      if (!this.#known.has(label) && !this.#isUsedElsewhere(key, label)) this.#colors.delete(label);
  }

  /** The chart was removed. Its labels keep their colors in case it returns. */
  release(key: string | number): void {
    this.#charts.delete(key);
    this.#schemes.delete(key);
    this.#own.delete(key);
  }

  /** The chart's labels with their colors, in the order they were drawn in. */
  shownIn(key: string | number): [label: string, color: string][] {
    return [...(this.#charts.get(key) ?? [])].flatMap((label) => {
      const color = this.#forced.get(label) ?? this.#own.get(key)?.get(label) ?? this.#colors.get(label);
      return color === undefined ? [] : [[label, color]];
    });
  }

  generated(): Record<string, string> {
    return Object.fromEntries([...this.#colors].filter(([label]) => !this.#forced.has(label)));
  }

  shared(): string[] {
    const counts = new Map<string, number>();
    for (const labels of this.#charts.values())
      for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
    return [...counts].filter(([, count]) => count > 1).map(([label]) => label);
  }

  #forgetOtherScheme(key: string | number, scheme: string): void {
    const before = this.#schemes.get(key);
    this.#schemes.set(key, scheme);
    if (before === undefined || before === scheme) return;
    for (const label of this.#charts.get(key) ?? []) if (!this.#isUsedElsewhere(key, label)) this.#colors.delete(label);
  }

  #freeColor(labels: ReadonlySet<string>, palette: readonly string[]): string {
    const uses = new ColorUsage(palette);
    uses.recount(this.#colorsOf(labels));
    return uses.free();
  }

  #colorsOf(labels: ReadonlySet<string>): string[] {
    return [...labels].flatMap((label) => this.#forced.get(label) ?? this.#colors.get(label) ?? []);
  }

  #avoidCollision(key: string | number, label: string, palette: readonly string[]): void {
    const labels = this.#charts.get(key);
    const color = this.#colors.get(label);
    if (!labels || labels.size > palette.length) return;
    for (const other of labels) {
      const clashes = other !== label && this.#colors.get(other) === color && !this.#forced.has(other);
      if (clashes && !this.#isUsedElsewhere(key, other)) this.#colors.set(other, this.#freeColor(labels, palette));
    }
  }

  #isUsedElsewhere(key: string | number, label: string): boolean {
    return [...this.#charts].some(([chart, labels]) => chart !== key && labels.has(label));
  }
}

const CSS_COLOR = /^(#[\da-f]{3,8}|(rgb|hsl)a?\([\d\s.,%/]+\)|[a-z]{3,25})$/i;

/** By label. What isn't a color, such as `url(...)`, is left out: anyone may have written the stored text. */
export function storedColors(stored: Readonly<Record<string, unknown>> | null | undefined): Map<string, string> {
  const entries = Object.entries(stored ?? {});
  return new Map(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === "string" && CSS_COLOR.test(entry[1])),
  );
}

const HEX = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i;

function colorsIn(domain: readonly string[] | null | undefined): readonly string[] | undefined {
  const colors = (domain ?? []).filter((color) => HEX.test(color));
  return colors.length > 0 ? colors : undefined;
}

class ColorUsage {
  readonly #palette: readonly string[];
  readonly #places: ReadonlyMap<string, number>;
  readonly #counts: number[];
  #last = -1;

  constructor(palette: readonly string[]) {
    this.#palette = [...new Set(palette)];
    this.#places = new Map(this.#palette.map((color, place) => [color, place]));
    this.#counts = this.#palette.map(() => 0);
  }

  recount(colors: readonly string[]): void {
    this.#counts.fill(0);
    for (const color of colors) this.add(color);
  }

  add(color: string): void {
    this.#last = this.#places.get(color) ?? -1;
    if (this.#last >= 0) this.#counts[this.#last] = (this.#counts[this.#last] ?? 0) + 1;
  }

  free(): string {
    let [least, found] = [Number.POSITIVE_INFINITY, -1];
    for (let place = 0; place < this.#counts.length; place++) {
      const count = this.#counts[place] ?? 0;
      const isBetter = count < least || (count === least && found === this.#last);
      if (isBetter) [least, found] = [count, place];
    }
    return this.#palette[found] ?? "#868992";
  }
}

/** Asks twice because a later label may change an earlier one's color. */
export function assignColors(labels: readonly string[], colorOf: (label: string) => string): Map<string, string> {
  for (const label of labels) colorOf(label);
  const colors = new Map<string, string>();
  for (const label of labels) colors.set(label, colorOf(label));
  return colors;
}
