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
import { lazy } from "../lazy.ts";
import { type CodeLanguage, languageExtension } from "./languages.ts";
import { look } from "./look.ts";

const FIND = lazy(() => import("./find.ts"));
/** Text can be edited without colors and search. */
const leaveOut = () => undefined;

/** A name that is offered while one writes. */
export interface CodeWord {
  name: string;
  kind: "column" | "metric" | "function" | "table" | "schema";
  /** Said beside it: a type, a label. */
  detail?: string | undefined;
  /** What is written, where that is not the name: quoted. */
  written?: string | undefined;
  /** The table or schema that it belongs to: offered after its name, or its alias, and a dot. */
  owner?: string | undefined;
}

/** What is selected; empty when there is only the cursor, which stands at `line` and `column`, from 1. */
export interface CodeSelection {
  from: number;
  to: number;
  line: number;
  column: number;
}

/** Where something is wrong; lines and columns from 1. Without a line: somewhere. */
export interface CodeProblem {
  message: string;
  line: number | null;
  column: number | null;
  endColumn: number | null;
}

export interface EditorSetup {
  value: string;
  /** Where it begins, in characters from 0. */
  cursor?: number | undefined;
  /** Accessible name. */
  label: string;
  id?: string | undefined;
  language: CodeLanguage;
  dialect?: string | undefined;
  placeholder?: string | undefined;
  isReadOnly: boolean;
  /** Tab indents; Escape and then Tab leaves. Otherwise Tab leaves at once. */
  isLong: boolean;
  words(): readonly CodeWord[];
  /** Words are offered when asked for alone, by Ctrl+Space. */
  isQuiet: boolean;
  /** Acts by key, e.g. `Mod-Enter`. */
  keys: Readonly<Record<string, () => void>>;
  onChange(text: string): void;
  onSelect(selection: CodeSelection): void;
  onBlur(): void;
}

/** One CodeMirror, and the few things that are done to it from outside. */
export interface Editor {
  setValue(text: string): void;
  setReadOnly(isReadOnly: boolean): void;
  setQuiet(isQuiet: boolean): void;
  setProblem(problem: CodeProblem | undefined): void;
  /** Ids of the texts that describe it; empty: none. */
  setDescription(ids: string): void;
  /** Writes at the cursor, over the selection. */
  insert(text: string): void;
  focus(): void;
  destroy(): void;
}

export function createEditor(parent: HTMLElement, setup: EditorSetup): Editor {
  const access = new Compartment();
  const language = new Compartment();
  const finding = new Compartment();
  const description = new Compartment();
  const offering = new Compartment();
  const raised = tooltipHost(parent);
  // At once where it can be: lines that are drawn anew under a cursor that has just come may lose it.
  const highlighting = languageExtension(setup.language, setup.dialect);
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: setup.value,
      selection: { anchor: Math.min(setup.cursor ?? 0, setup.value.length) },
      extensions: [
        tooltips({ position: "absolute", parent: raised }),
        access.of(accessOf(setup.isReadOnly)),
        language.of(highlighting instanceof Promise ? [] : highlighting),
        finding.of([]),
        description.of([]),
        offering.of(offeringOf(setup)),
        extensionsOf(setup),
      ],
    }),
  });
  if (setup.cursor) setup.onSelect(selectionOf(view.state));
  let isGone = false;
  const put = (place: Compartment, extension: Extension) => {
    if (!isGone) view.dispatch({ effects: place.reconfigure(extension) });
  };
  if (highlighting instanceof Promise) void highlighting.then((extension) => put(language, extension), leaveOut);
  if (setup.isLong) void FIND.load().then(({ find }) => put(finding, find), leaveOut);
  return {
    setValue: (text) => {
      if (text === view.state.doc.toString()) return;
      const { length } = view.state.doc;
      const { head } = view.state.selection.main;
      // Whoever writes at the end goes on there.
      const anchor = head === length ? text.length : Math.min(head, text.length);
      view.dispatch({ changes: { from: 0, to: length, insert: text }, selection: { anchor } });
    },
    setReadOnly: (isReadOnly) => view.dispatch({ effects: access.reconfigure(accessOf(isReadOnly)) }),
    setQuiet: (isQuiet) => put(offering, offeringOf({ ...setup, isQuiet })),
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
      raised.remove();
    },
  };
}

/**
 * Where lists of words stand: within the popover, whose edges they may pass, as a click beside a popover closes it, and
 * at its top, so that they stay where they are while it grows.
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

const offeringOf = ({ isQuiet, isLong }: Pick<EditorSetup, "isQuiet" | "isLong">): Extension => [
  Prec.highest(keymap.of([{ key: "Enter", run: leaveWholeWord }])),
  autocompletion({ icons: false, activateOnTyping: !isQuiet, aboveCursor: !isLong }),
];

function extensionsOf(setup: EditorSetup): Extension[] {
  const { id, label, isLong } = setup;
  const attributes = {
    "aria-label": label,
    ...(id ? { id } : {}),
  };
  // One object for good: what is offered is known by the function that offers it.
  const offered = (context: CompletionContext) => complete(context, setup.words);
  const offers = [{ autocomplete: ifNotIn(["LineComment", "BlockComment", "String"], offered) }];
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
      // Long lines scroll, also where the browser does not count a field of this kind among what Tab reaches.
      tabindex: "0",
      spellcheck: setup.language === "markdown" ? "true" : "false",
    }),
    EditorState.languageData.of(() => offers),
    setup.placeholder ? emptyText(setup.placeholder) : [],
    isLong ? [lineNumbers(), highlightActiveLine()] : [],
    Prec.highest(EditorView.domEventHandlers({ keydown: keepEscape(isLong), blur: () => setup.onBlur() })),
    keymap.of([
      ...Object.entries(setup.keys).map(([key, act]) => ({ key, run: (view: EditorView) => done(view, act) })),
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
      // Words that come after one has gone on, as to the button that runs what is written, would lie over its outcome.
      if (completionStatus(update.state) === "active" && !update.view.hasFocus) closeCompletion(update.view);
    }),
  ];
}

/** Whoever acts has written what they meant: words are not offered over it any more. */
function done(view: EditorView, act: () => void): true {
  closeCompletion(view);
  act();
  return true;
}

function selectionOf(state: EditorState): CodeSelection {
  const { from, to, head } = state.selection.main;
  const line = state.doc.lineAt(head);
  return { from, to, line: line.number, column: head - line.from + 1 };
}

/** How long Escape waits for Tab. */
const LEAVE_MS = 2000;

/** Escape closes the list of words, or readies Tab for leaving, before it closes what the editor stands in. */
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

/** Sends the form the editor stands in; elsewhere the key is left to the page. */
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

/** What belongs to the name before the dot, be it a table's own or its alias; undefined when that is not known. */
function wordsAfterDot(context: CompletionContext, words: readonly CodeWord[]): CodeWord[] | undefined {
  const dotted = context.matchBefore(/[\w$]+["`\]]?\.[\w$]*$/);
  const [, name = ""] = /^([\w$]+)/.exec(dotted?.text ?? "") ?? [];
  if (name === "") return undefined;
  const text = context.state.doc.toString();
  const isMeant = (owner: string) =>
    owner.toLowerCase() === name.toLowerCase() ||
    new RegExp(`(^|[^\\w$])${escaped(owner)}["\`\\]]?\\s+(as\\s+)?${escaped(name)}(?![\\w$])`, "i").test(text);
  const owners = new Set(words.flatMap(({ owner }) => (owner === undefined ? [] : [owner])));
  const meant = new Set([...owners].filter(isMeant));
  return meant.size > 0 ? words.filter(({ owner }) => owner !== undefined && meant.has(owner)) : undefined;
}

const escaped = (name: string) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Tables share names of columns: each is offered once. */
function onceEach(words: readonly CodeWord[]): CodeWord[] {
  return [...new Map(words.map((word) => [`${word.kind} ${word.name}`, word])).values()];
}

type Boosts = Readonly<Record<CodeWord["kind"], number>>;
const BOOSTS: Boosts = { column: 4, metric: 3, table: 2, schema: 1, function: 0 };
const TABLE_BOOSTS: Boosts = { table: 99, schema: 98, column: 0, metric: 0, function: -1 };
const BEFORE_TABLE = /\b(?:from|join|into|update|table|describe|desc)\s+[\w$]*$/i;

/** Words of SQL at which lines end; words that only begin like them are no completion of them. */
const KEYWORD =
  /^(?:select|distinct|from|where|join|on|using|and|or|not|in|is|null|by|limit|as|union|all|having|with|case|when|then|else|end|asc|desc|set|values)$/i;

/** Enter behind a whole word breaks the line, unless another word of the list was chosen. */
function leaveWholeWord(view: EditorView): boolean {
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

function completionOf({ name, kind, detail, written }: CodeWord, boosts: Boosts): Completion {
  const base = { label: name, detail: detail ?? kind, boost: boosts[kind] };
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

/** The whole of the token at the place: a mark of one letter is hard to see. */
function wordEnd(state: EditorState, at: number): number {
  return state.wordAt(at)?.to ?? at + 1;
}
