import {
  autocompletion,
  type Completion,
  type CompletionContext,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionKeymap,
  completionStatus,
  currentCompletions,
  ifNotIn,
  selectedCompletionIndex,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentOnInput } from "@codemirror/language";
import { lintKeymap, setDiagnostics } from "@codemirror/lint";
import { Compartment, EditorState, type Extension, Prec } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  placeholder as emptyText,
  highlightActiveLine,
  keymap,
  lineNumbers,
  tooltips,
} from "@codemirror/view";
import { t } from "../../i18n/translate.ts";
import { lazy } from "../lazy.ts";
import { type CodeLanguage, languageExtension } from "./languages.ts";
import { look } from "./look.ts";

const FIND = lazy(() => import("./find.ts"));
/** Editing works without highlighting and search. */
const ignoreFailure = () => undefined;

export interface CodeWord {
  name: string;
  kind: "column" | "metric" | "function" | "table" | "schema";
  detail?: string | undefined;
  /** Inserted text, if it isn't the name, such as a quoted name. */
  written?: string | undefined;
  /** Its table or schema: completed after the owner's name or alias and a dot. */
  owner?: string | undefined;
}

/** Empty if there is only a cursor, at `line` and `column` (one-based). */
export interface CodeSelection {
  from: number;
  to: number;
  line: number;
  column: number;
}

/** Lines and columns are one-based; without a line, the position is unknown. */
export interface CodeProblem {
  message: string;
  line: number | null;
  column: number | null;
  endColumn: number | null;
}

export interface EditorSetup {
  value: string;
  cursor?: number | undefined;
  label: string;
  id?: string | undefined;
  language: CodeLanguage;
  dialect?: string | undefined;
  placeholder?: string | undefined;
  isReadOnly: boolean;
  /** Tab indents; Escape and then Tab leaves. Otherwise Tab leaves immediately. */
  isLong: boolean;
  words(): readonly CodeWord[];
  isQuiet: boolean;
  keys: Readonly<Record<string, () => void>>;
  onChange(text: string): void;
  onSelect(selection: CodeSelection): void;
  onBlur(): void;
}

export interface Editor {
  setValue(text: string): void;
  setReadOnly(isReadOnly: boolean): void;
  setQuiet(isQuiet: boolean): void;
  setProblem(problem: CodeProblem | undefined): void;
  setDescription(ids: string): void;
  insert(text: string): void;
  focus(): void;
  destroy(): void;
}

export function createEditor(parent: HTMLElement, setup: EditorSetup): Editor {
  const access = new Compartment();
  const language = new Compartment();
  const finding = new Compartment();
  const description = new Compartment();
  const autocomplete = new Compartment();
  const host = tooltipHost(parent);
  // Synchronously if possible: re-rendered lines may lose a cursor that was just set.
  const highlighting = languageExtension(setup.language, setup.dialect);
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: setup.value,
      selection: { anchor: Math.min(setup.cursor ?? 0, setup.value.length) },
      extensions: [
        tooltips({ position: "absolute", parent: host }),
        access.of(accessOf(setup.isReadOnly)),
        language.of(highlighting instanceof Promise ? [] : highlighting),
        finding.of([]),
        description.of([]),
        autocomplete.of(autocompleteOf(setup)),
        extensionsOf(setup),
      ],
    }),
  });
  if (setup.cursor) setup.onSelect(selectionOf(view.state));
  let isGone = false;
  const put = (place: Compartment, extension: Extension) => {
    if (!isGone) view.dispatch({ effects: place.reconfigure(extension) });
  };
  if (highlighting instanceof Promise) void highlighting.then((extension) => put(language, extension), ignoreFailure);
  if (setup.isLong) void FIND.load().then(({ find }) => put(finding, find), ignoreFailure);
  return {
    setValue: (text) => {
      if (text === view.state.doc.toString()) return;
      const { length } = view.state.doc;
      const { head } = view.state.selection.main;
      // A cursor at the end stays at the end.
      const anchor = head === length ? text.length : Math.min(head, text.length);
      view.dispatch({ changes: { from: 0, to: length, insert: text }, selection: { anchor } });
    },
    setReadOnly: (isReadOnly) => view.dispatch({ effects: access.reconfigure(accessOf(isReadOnly)) }),
    setQuiet: (isQuiet) => put(autocomplete, autocompleteOf({ ...setup, isQuiet })),
    setProblem: (problem) => view.dispatch(setDiagnostics(view.state, problem ? [placed(view.state, problem)] : [])),
    setDescription: (ids) => put(description, ids ? EditorView.contentAttributes.of({ "aria-describedby": ids }) : []),
    insert: (text) => {
      view.dispatch(view.state.replaceSelection(text), { userEvent: "input.complete" });
      view.focus();
    },
    focus: () => {
      view.dispatch({ selection: { anchor: view.state.doc.length } });
      view.focus();
    },
    destroy: () => {
      isGone = true;
      view.destroy();
      host.remove();
    },
  };
}

/**
 * Parent of completion lists: inside a popover, as clicks outside would close it, and at its top, so that lists don't
 * move while it grows.
 */
function tooltipHost(parent: HTMLElement): HTMLElement {
  const host = document.createElement("div");
  host.style.position = "absolute";
  host.style.insetBlockStart = "0";
  host.style.insetInlineStart = "0";
  const surface = parent.closest<HTMLElement>('[role="dialog"]') ?? document.body;
  surface.append(host);
  return host;
}

const accessOf = (isReadOnly: boolean): Extension => [
  EditorState.readOnly.of(isReadOnly),
  EditorView.contentAttributes.of({ "aria-readonly": String(isReadOnly) }),
];

const autocompleteOf = ({ isQuiet, isLong }: Pick<EditorSetup, "isQuiet" | "isLong">): Extension => [
  Prec.highest(keymap.of([{ key: "Enter", run: acceptCompleteWord }])),
  autocompletion({ icons: false, activateOnTyping: !isQuiet, aboveCursor: !isLong }),
];

function extensionsOf(setup: EditorSetup): Extension[] {
  const { id, label, isLong } = setup;
  const attributes = {
    "aria-label": label,
    ...(id ? { id } : {}),
  };
  // CodeMirror identifies the source of completions by function identity.
  const completionSource = (context: CompletionContext) => complete(context, setup.words);
  const languageData = [{ autocomplete: ifNotIn(["LineComment", "BlockComment", "String"], completionSource) }];
  return [
    look,
    history(),
    drawSelection(),
    bracketMatching(),
    closeBrackets(),
    indentOnInput(),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({
      ...attributes,
      // Long lines scroll, so make it reachable by Tab in every browser.
      tabindex: "0",
      spellcheck: setup.language === "markdown" ? "true" : "false",
    }),
    EditorState.languageData.of(() => languageData),
    setup.placeholder ? emptyText(setup.placeholder) : [],
    isLong ? [lineNumbers(), highlightActiveLine()] : [],
    Prec.highest(EditorView.domEventHandlers({ keydown: keepEscape(isLong), blur: () => setup.onBlur() })),
    keymap.of([
      ...Object.entries(setup.keys).map(([key, act]) => ({ key, run: (view: EditorView) => runAction(view, act) })),
      { key: "Mod-Enter", run: submit },
      ...completionKeymap,
      ...closeBracketsKeymap,
      ...historyKeymap,
      ...lintKeymap,
      ...defaultKeymap,
      ...(isLong ? [indentWithTab] : []),
    ]),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) setup.onChange(update.state.doc.toString());
      if (update.docChanged || update.selectionSet) setup.onSelect(selectionOf(update.state));
      // Completions that arrive after leaving the editor would cover other content.
      if (completionStatus(update.state) === "active" && !update.view.hasFocus) closeCompletion(update.view);
    }),
  ];
}

function runAction(view: EditorView, act: () => void): true {
  closeCompletion(view);
  act();
  return true;
}

function selectionOf(state: EditorState): CodeSelection {
  const { from, to, head } = state.selection.main;
  const line = state.doc.lineAt(head);
  return { from, to, line: line.number, column: head - line.from + 1 };
}

const LEAVE_MS = 2000;

/** Escape closes completions, or prepares leaving with Tab, before it closes the parent. */
function keepEscape(isLong: boolean) {
  let last = -LEAVE_MS;
  return (event: KeyboardEvent, view: EditorView): boolean => {
    if (event.key !== "Escape") return false;
    const isFirst = isLong && event.timeStamp - last > LEAVE_MS;
    last = event.timeStamp;
    if (completionStatus(view.state) !== null || isFirst) event.stopPropagation();
    return false;
  };
}

function submit(view: EditorView): boolean {
  const form = view.dom.closest("form");
  form?.requestSubmit();
  return form !== null;
}

const WORD = /[\w$]+$/;

function complete(context: CompletionContext, words: () => readonly CodeWord[]) {
  const word = context.matchBefore(WORD);
  const owned = wordsAfterDot(context, words());
  if (!word && !owned && !context.explicit) return null;
  const boosts = context.matchBefore(BEFORE_TABLE) ? TABLE_BOOSTS : BOOSTS;
  const options = (owned ?? onceEach(words())).map((one) => completionOf(one, boosts));
  return options.length > 0 ? { from: word?.from ?? context.pos, options, validFor: /^[\w$]*$/ } : null;
}

function wordsAfterDot(context: CompletionContext, words: readonly CodeWord[]): CodeWord[] | undefined {
  const dotted = context.matchBefore(/[\w$]+["`\]]?\.[\w$]*$/);
  const [, name = ""] = /^([\w$]+)/.exec(dotted?.text ?? "") ?? [];
  if (name === "") return undefined;
  const text = context.state.doc.toString();
  const isMeant = (owner: string) =>
    owner.toLowerCase() === name.toLowerCase() ||
    new RegExp(`(^|[^\\w$])${escaped(owner)}["\`\\]]?\\s+(as\\s+)?${escaped(name)}(?![\\w$])`, "i").test(text);
  const owners = new Set(words.flatMap(({ owner }) => (owner === undefined ? [] : [owner])));
  const matchingOwners = new Set([...owners].filter(isMeant));
  return matchingOwners.size > 0
    ? words.filter(({ owner }) => owner !== undefined && matchingOwners.has(owner))
    : undefined;
}

const escaped = (name: string) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Tables can share column names. */
function onceEach(words: readonly CodeWord[]): CodeWord[] {
  return [...new Map(words.map((word) => [`${word.kind} ${word.name}`, word])).values()];
}

type Boosts = Readonly<Record<CodeWord["kind"], number>>;
const BOOSTS: Boosts = { column: 4, metric: 3, table: 2, schema: 1, function: 0 };
const TABLE_BOOSTS: Boosts = { table: 99, schema: 98, column: 0, metric: 0, function: -1 };
const BEFORE_TABLE = /\b(?:from|join|into|update|table|describe|desc)\s+[\w$]*$/i;

const KEYWORD =
  /^(?:select|distinct|from|where|join|on|using|and|or|not|in|is|null|by|limit|as|union|all|having|with|case|when|then|else|end|asc|desc|set|values)$/i;

/** Enter after a complete word breaks the line, unless another completion was selected. */
function acceptCompleteWord(view: EditorView): boolean {
  const { state } = view;
  if (completionStatus(state) !== "active" || (selectedCompletionIndex(state) ?? 0) > 0) return false;
  const { head } = state.selection.main;
  const line = state.doc.lineAt(head);
  const [word = ""] = WORD.exec(line.text.slice(0, head - line.from)) ?? [];
  const isWhole = KEYWORD.test(word) || currentCompletions(state).some(({ label }) => sameWord(label, word));
  if (isWhole) closeCompletion(view);
  return false;
}

const sameWord = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

const KIND_TEXTS: Readonly<Record<CodeWord["kind"], string>> = {
  column: t("column"),
  metric: t("metric"),
  table: t("table"),
  schema: t("schema"),
  function: t("function"),
};

function completionOf({ name, kind, detail, written }: CodeWord, boosts: Boosts): Completion {
  const base = { label: name, detail: detail ?? KIND_TEXTS[kind], boost: boosts[kind] };
  if (kind === "function") {
    return {
      ...base,
      apply: (view, ...[, from, to]) =>
        view.dispatch({ changes: { from, to, insert: `${name}()` }, selection: { anchor: from + name.length + 1 } }),
    };
  }
  return written === undefined ? base : { ...base, apply: written };
}

function placed(state: EditorState, { message, line, column, endColumn }: CodeProblem) {
  if (line === null || line < 1 || line > state.doc.lines) {
    return { from: 0, to: state.doc.length, severity: "error" as const, message };
  }
  const text = state.doc.line(line);
  const from = Math.min(text.from + Math.max((column ?? 1) - 1, 0), text.to);
  const end = endColumn === null ? wordEnd(state, from) : text.from + endColumn;
  return { from, to: Math.max(Math.min(end, text.to), from), severity: "error" as const, message };
}

function wordEnd(state: EditorState, at: number): number {
  return state.wordAt(at)?.to ?? at + 1;
}
