import { t } from "../../i18n/translate.ts";
import {
  type Lookup,
  type MacroContext,
  macrosOf,
  type TemplateQuery,
  type TemplateRequest,
  variablesOf,
  whereIn,
} from "./macros.ts";
import { Placement } from "./placement.ts";
import { MissingLookup, templateError } from "./template-error.ts";
import { hasTemplate } from "./template-text.ts";

type Engine = typeof import("./interpreter.ts");
let engine: Engine | undefined;

const PLACEHOLDER = "NULL";
const MAX_DEPTH = 10;
/** These print SQL that has already been checked, even if values of the request look like parts of it. */
const OWN_SQL = new Set(["where_in", "metric", "dataset"]);

type Answer = { kind: "found"; value: unknown } | { kind: "failed"; error: unknown };

export interface RenderTurns {
  run<T>(render: () => Promise<T>): Promise<T>;
  /** Throws a 422 if the user's templates have used up their time. */
  assertTimeLeft(): void;
  add(ms: number): void;
}

/**
 * The templates of one query. Rendering never waits: data that must be fetched are recorded as missing, and the query
 * is compiled again once they are available. Rendering also records which filters templates handle, and what the result
 * depends on besides its SQL.
 */
export class Templates {
  readonly applied = new Set<string>();
  /** Columns whose filters must not be applied to the query itself. */
  readonly removed = new Set<string>();
  readonly #cacheKeys = new Set<string>();
  readonly #request: TemplateRequest;
  readonly #rendered = new Map<string, string>();
  readonly #answers = new Map<string, Answer>();
  readonly #missing = new Map<string, Lookup>();
  #query: TemplateQuery | undefined;
  #needsEngine = false;
  #isUsed = false;
  #mayReadFilters = false;
  #depth = 0;

  readonly #turns: RenderTurns | undefined;

  constructor(request: TemplateRequest, turns?: RenderTurns) {
    this.#request = request;
    this.#turns = turns;
  }

  inTurn<T>(render: () => Promise<T>): Promise<T> {
    return this.#turns ? this.#turns.run(render) : render();
  }

  get isUsed(): boolean {
    return this.#isUsed;
  }

  /** False if no text depends on the query's filters. */
  get mayReadFilters(): boolean {
    return this.#mayReadFilters;
  }

  get cacheKeys(): readonly string[] {
    return [...this.#cacheKeys];
  }

  get isComplete(): boolean {
    return this.#missing.size === 0 && !this.#needsEngine;
  }

  begin(query: TemplateQuery): void {
    this.#query = query;
  }

  /**
   * Returns the text unchanged if it isn't a template. `params` replace the parameters of the query's dataset. Throws a
   * 422 for a template that can't be rendered.
   */
  render(text: string, params?: string | null): string {
    if (!hasTemplate(text)) return text;
    this.#isUsed = true;
    const key = params === undefined ? text : JSON.stringify([text, params]);
    const known = this.#rendered.get(key);
    if (known !== undefined) return known;
    this.#needsEngine ||= engine === undefined;
    if (!engine || !this.#query) return PLACEHOLDER;
    this.#turns?.assertTimeLeft();
    const startedMs = performance.now();
    try {
      const placement = new Placement();
      const query = params === undefined ? this.#query : withParams(this.#query, params);
      const marked = this.#marked(engine, text, { query, placement });
      const result = placement.checked(marked, hasBackslashEscapes(query));
      this.#rendered.set(key, result);
      return result;
    } catch (error) {
      if (error instanceof MissingLookup) return PLACEHOLDER;
      throw error;
    } finally {
      this.#turns?.add(performance.now() - startedMs);
    }
  }

  #marked(library: Engine, text: string, parts: Pick<MacroContext, "query" | "placement">): string {
    this.#mayReadFilters ||= /filter/i.test(text);
    const context: MacroContext = {
      ...parts,
      request: this.#request,
      applied: this.applied,
      removed: this.removed,
      addCacheKey: (value) => void this.#cacheKeys.add(JSON.stringify(value)),
      lookedUp: (lookup) => this.#lookedUp(lookup),
      renderMetric: (_, expression) => this.#nested(() => this.#marked(library, expression, parts)),
    };
    return library.renderTemplate(text, {
      variables: variablesOf(context),
      functions: macrosOf(context),
      filters: { where_in: whereIn(parts.query.dialect) },
      printed: (printed, maker) => (OWN_SQL.has(maker ?? "") ? printed : parts.placement.marked(printed)),
      derived: (source, results) => parts.placement.derived(source, results),
    });
  }

  #nested(run: () => string): string {
    if (this.#depth >= MAX_DEPTH) throw templateError("SupersetTemplateException", t("Cyclic metric macro detected"));
    this.#depth++;
    try {
      return run();
    } finally {
      this.#depth--;
    }
  }

  #lookedUp(lookup: Lookup): unknown {
    const key = JSON.stringify(lookup);
    const answer = this.#answers.get(key);
    if (answer?.kind === "found") return answer.value;
    if (answer) throw answer.error;
    this.#missing.set(key, lookup);
    throw new MissingLookup();
  }

  /** For another dataset's templates within this query: the result depends on what theirs depends on. */
  include({ cacheKeys }: Templates): void {
    for (const key of cacheKeys) this.#cacheKeys.add(key);
  }

  async supply(lookUp: (lookup: Lookup) => Promise<unknown>): Promise<void> {
    if (this.#needsEngine) engine ??= await import("./interpreter.ts");
    this.#needsEngine = false;
    const missing = [...this.#missing];
    this.#missing.clear();
    await Promise.all(
      missing.map(async ([key, lookup]) => {
        const answer = await lookUp(lookup).then(
          (value): Answer => ({ kind: "found", value }),
          (error: unknown): Answer => ({ kind: "failed", error }),
        );
        this.#answers.set(key, answer);
      }),
    );
  }
}

const withParams = (query: TemplateQuery, template_params: string | null): TemplateQuery => ({
  ...query,
  dataset: { ...query.dataset, template_params },
});

/** Dialects in which a backslash escapes double it in their literals. */
const hasBackslashEscapes = ({ dialect }: TemplateQuery) => dialect.quoteText("\\").includes("\\\\");
