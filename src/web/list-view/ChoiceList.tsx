import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { t } from "../../i18n/translate.ts";
import { inSentence } from "../../ui/in-sentence.ts";
import { SearchField } from "../../ui/SearchField.tsx";
import { SkeletonLines } from "../../ui/Skeleton.tsx";
import { useDebounced } from "../client/clock.ts";
import { toApiError } from "../client/errors.ts";
import styles from "./ChoiceList.module.css";
import type { Choice, LoadChoices } from "./definition.ts";

const SEARCH_FROM = 8;

export interface ChoiceListProps {
  label: string;
  cacheKey: string;
  options: readonly Choice[] | LoadChoices;
  chosen?: string | number | boolean;
  onChoose(choice: Choice): void;
}

export function ChoiceList({ label, cacheKey, options, chosen, onChoose }: ChoiceListProps) {
  const [typed, setTyped] = useState("");
  const { choices, error, waiting } = useChoices(options, cacheKey, typed.trim());
  const searchable = typeof options === "function" || options.length >= SEARCH_FROM;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the choices inside
    <div className={styles.box} onKeyDown={moveFocus}>
      {searchable ? (
        <SearchField
          label={t("Search {label}", { label: inSentence(label) })}
          value={typed}
          onChange={setTyped}
          autoFocus
        />
      ) : null}
      <ul className={styles.list}>
        {choices.map((choice) => (
          <li key={`${choice.value}`}>
            <button
              type="button"
              className={styles.choice}
              aria-pressed={choice.value === chosen}
              onClick={() => onChoose(choice)}
            >
              <span className={styles.text} dir="auto">
                {choice.text}
              </span>
              {choice.value === chosen ? <Check size={14} /> : null}
            </button>
          </li>
        ))}
      </ul>
      {waiting ? <SkeletonLines /> : null}
      {error ? <p className={styles.note}>{toApiError(error).message}</p> : null}
      {choices.length === 0 && !error && !waiting ? (
        <p className={styles.note}>
          {typed.trim() === "" ? t("No values") : t("No values match “{text}”", { text: typed.trim() })}
        </p>
      ) : null}
    </div>
  );
}

function useChoices(options: ChoiceListProps["options"], cacheKey: string, typed: string) {
  const debounced = useDebounced(typed);
  const load = typeof options === "function" ? options : undefined;
  const { data, error, isPending } = useQuery<Choice[]>({
    queryKey: ["choices", cacheKey, debounced],
    enabled: load !== undefined,
    placeholderData: (previous) => previous,
    queryFn: async ({ signal }) => load?.(debounced, signal) ?? [],
  });
  if (typeof options === "function") return { choices: data ?? [], error, waiting: isPending };
  const choices = options.filter((choice) => choice.text.toLowerCase().includes(typed.toLowerCase()));
  return { choices, error: null, waiting: false };
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("input, li button")];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  stops[Math.min(stops.length - 1, Math.max(0, at + step))]?.focus();
  event.preventDefault();
}
