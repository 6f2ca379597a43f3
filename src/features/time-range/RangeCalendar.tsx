import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { inlineKey } from "../../i18n/direction.ts";
import { t } from "../../i18n/translate.ts";
import { dateText } from "../../web/client/clock.ts";
import { PHONE, useMedia } from "../../web/session/theme.ts";
import { addDays, addMonths, isDay, moveMonths, startOfWeek, weekdayNames, weeksOf } from "./calendar-days.ts";
import styles from "./RangeCalendar.module.css";
import { type Days, isUnbounded } from "./range-draft.ts";
import type { TimeExtent } from "./use-time-extent.ts";

interface RangeCalendarProps {
  days: Days | undefined;
  extent: TimeExtent | undefined;
  today: string;
  onPick(first: string, last: string): void;
}

/** The first day chosen starts the range, the second one ends it. */
export function RangeCalendar({ days, extent, today, onPick }: RangeCalendarProps) {
  const count = useMedia(PHONE) ? 1 : 2;
  const home = homeOf(days, extent, today);
  const [chosenMonth, setWanted] = useState<{ month: string; home: string }>();
  const [cursor, setCursor] = useState<string>();
  const [start, setStart] = useState<string>();
  const [over, setOver] = useState<string>();
  const grids = useRef<HTMLDivElement>(null);
  const takesFocus = useRef(false);
  // Moving to other months lasts until the range does.
  const first = chosenMonth?.home === home ? chosenMonth.month : firstMonth(home, days, count);
  const months = Array.from({ length: count }, (_, at) => addMonths(first, at));
  const stop = tabStop(months, [cursor, home, today]);
  const show = (month: string) => setWanted({ month, home });
  useEffect(() => {
    if (!takesFocus.current) return;
    takesFocus.current = false;
    grids.current?.querySelector<HTMLElement>(`[data-day="${cursor}"]`)?.focus();
  }, [cursor]);
  const pick = (day: string) => {
    setCursor(day);
    setOver(undefined);
    setStart(start === undefined ? day : undefined);
    // The months stay where they are while days are chosen in them.
    const [from, to] = start !== undefined && start > day ? [day, start] : [start ?? day, day];
    setWanted({ month: first, home: to });
    onPick(from, to);
  };
  const handleKey = (event: KeyboardEvent) => {
    const next = nextDay(stop, event);
    if (!next || !isDay(next)) return;
    event.preventDefault();
    takesFocus.current = true;
    setCursor(next);
    setOver(next);
    const month = next.slice(0, 7);
    if (month < first) show(month);
    else if (!months.includes(month)) show(addMonths(month, 1 - count));
  };
  const shown = start !== undefined && over !== undefined ? ordered(start, over) : days;
  return (
    <div className={styles.calendar}>
      <Steps count={count} onStep={(step) => show(addMonths(first, step))} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the days inside take the focus and the keys */}
      <div ref={grids} className={styles.months} onKeyDown={handleKey} onMouseLeave={() => setOver(undefined)}>
        {months.map((month) => (
          <Month key={month} {...{ month, stop, extent, today }} days={shown} onPick={pick} onOver={setOver} />
        ))}
      </div>
    </div>
  );
}

const ordered = (a: string, b: string): Days => (a < b ? { first: a, last: b } : { first: b, last: a });

function homeOf(days: Days | undefined, extent: TimeExtent | undefined, today: string): string {
  if (days && !isUnbounded(days.last)) return days.last;
  if (days && !isUnbounded(days.first)) return days.first;
  return extent?.max ?? today;
}

function firstMonth(home: string, days: Days | undefined, count: number): string {
  const month = home.slice(0, 7);
  if (days && isUnbounded(days.last)) return month;
  return days?.first.startsWith(month) ? month : addMonths(month, 1 - count);
}

function tabStop(months: readonly string[], days: readonly (string | undefined)[]): string {
  return days.find((day) => day !== undefined && months.includes(day.slice(0, 7))) ?? `${months[0]}-01`;
}

function nextDay(day: string, event: KeyboardEvent): string | undefined {
  const months = event.shiftKey ? 12 : 1;
  switch (inlineKey(event.key)) {
    case "ArrowRight":
      return addDays(day, 1);
    case "ArrowLeft":
      return addDays(day, -1);
    case "ArrowDown":
      return addDays(day, 7);
    case "ArrowUp":
      return addDays(day, -7);
    case "Home":
      return startOfWeek(day);
    case "End":
      return addDays(startOfWeek(day), 6);
    case "PageDown":
      return moveMonths(day, months);
    case "PageUp":
      return moveMonths(day, -months);
    default:
      return undefined;
  }
}

const STEPS = [
  { step: -12, label: t("Previous year"), icon: ChevronsLeft, side: "start" },
  { step: -1, label: t("Previous month"), icon: ChevronLeft, side: "start" },
  { step: 1, label: t("Next month"), icon: ChevronRight, side: "end" },
  { step: 12, label: t("Next year"), icon: ChevronsRight, side: "end" },
] as const;

function Steps({ count, onStep }: { count: number; onStep(months: number): void }) {
  return (
    <div className={styles.steps} data-months={count}>
      {STEPS.map(({ step, label, icon: Icon, side }) => (
        <button key={step} type="button" data-side={side} aria-label={label} title={label} onClick={() => onStep(step)}>
          <Icon size={16} aria-hidden />
        </button>
      ))}
    </div>
  );
}

interface MonthProps {
  month: string;
  days: Days | undefined;
  stop: string;
  extent: TimeExtent | undefined;
  today: string;
  onPick(day: string): void;
  onOver(day: string): void;
}

function Month({ month, ...days }: MonthProps) {
  const id = useId();
  const names = weekdayNames("narrow");
  return (
    <div className={styles.month}>
      <h3 id={id} aria-live="polite">
        {dateText(new Date(`${month}-01T00:00:00Z`), { month: "long", year: "numeric", timeZone: "UTC" })}
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the grid of days of the ARIA guide */}
      <table role="grid" aria-labelledby={id} aria-multiselectable="true">
        <thead>
          <tr>
            {weekdayNames("long").map((name, at) => (
              <th key={name} scope="col" abbr={name}>
                <span aria-hidden>{names[at]}</span>
                <span className="visually-hidden">{name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week.find((day) => day !== undefined)}>
              {week.map((day, at) =>
                // biome-ignore lint/suspicious/noArrayIndexKey: places without a day
                day ? <Day key={day} day={day} {...days} /> : <td key={at} />,
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** `first last` of a single day, " " between them. */
function placeIn(days: Days | undefined, day: string): string | undefined {
  if (!days || day < days.first || day > days.last) return undefined;
  return `${day === days.first ? "first" : ""} ${day === days.last ? "last" : ""}`;
}

function Day({ day, days, stop, extent, today, onPick, onOver }: Omit<MonthProps, "month"> & { day: string }) {
  const place = placeIn(days, day);
  const isEmpty = extent !== undefined && (day < extent.min || day > extent.max);
  const name = dateText(new Date(`${day}T00:00:00Z`), { dateStyle: "full", timeZone: "UTC" });
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: its button takes the focus
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of the grid of days of the ARIA guide
      role="gridcell"
      aria-selected={place !== undefined}
      data-in={place}
    >
      <button
        type="button"
        tabIndex={day === stop ? 0 : -1}
        data-day={day}
        data-empty={isEmpty || undefined}
        aria-label={isEmpty ? t("{day}, no data", { day: name }) : name}
        aria-current={day === today ? "date" : undefined}
        onClick={() => onPick(day)}
        onMouseEnter={() => onOver(day)}
      >
        {Number(day.slice(8))}
      </button>
    </td>
  );
}
