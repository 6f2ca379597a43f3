import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, test } from "vitest";
import { inLocale } from "../../i18n/node.ts";
import { pick } from "../../testing/steps.ts";
import { describeSchedule, maybeSchedule, maybeTime, toCrontab, withPeriod } from "./crontab.ts";
import { nextRuns, runTimeText } from "./next-run.ts";
import { ScheduleField } from "./ScheduleField.tsx";

describe("schedules as text", () => {
  test.each([
    ["* * * * *", "Every minute"],
    ["5 * * * *", "Every hour at :05"],
    ["0 6 * * *", "Every day at 06:00"],
    ["30 17 * * 1", "Every Monday at 17:30"],
    ["0 8 * * 0,6", "Every Sunday and Saturday at 08:00"],
    ["0 8 * * 1,2,3,4,5", "Every weekday at 08:00"],
    ["0 8 * * 1,3,5", "Every Mon, Wed, Fri at 08:00"],
    ["15 0 31 * *", "Every month on day 31 at 00:15"],
  ])("%s is “%s”, and converts back", (crontab, words) => {
    const schedule = maybeSchedule(crontab);
    expect(schedule && [describeSchedule(schedule), toCrontab(schedule)]).toEqual([words, crontab]);
  });

  test("reads ranges of weekdays, and 7 as Sunday", () => {
    expect(maybeSchedule("0 8 * * 1-5")).toEqual({ every: "week", days: [1, 2, 3, 4, 5], time: "08:00" });
    expect(maybeSchedule("0 8 * * 7")).toEqual({ every: "week", days: [0], time: "08:00" });
  });

  test.each([
    "*/10 * * * *",
    "0 6,18 * * *",
    "0 6 1 1 *",
    "0 6 1 * 1",
    "0 6 * * MON",
    "0 6 * * 5-1",
    "61 6 * * *",
    "0 6",
    "",
  ])("%s stays cron", (crontab) => expect(maybeSchedule(crontab)).toBeUndefined());

  test("keeps the time when the period changes", () => {
    const every = (period: "minute" | "hour" | "week" | "month") =>
      toCrontab(withPeriod({ every: "day", time: "07:20" }, period));
    expect(["minute", "hour", "week", "month"].map((one) => every(one as "week"))).toEqual([
      "* * * * *",
      "20 * * * *",
      "20 7 * * 1",
      "20 7 1 * *",
    ]);
  });

  test("accepts usual spellings of times", () => {
    expect(["6:05", "0605", "23:59", "24:00", "6", "soon"].map(maybeTime)).toEqual([
      "06:05",
      "06:05",
      "23:59",
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe("the next run", () => {
  const NOW = Date.parse("2026-11-26T12:00:00Z");
  const runText = (crontab: string, zone: string) => {
    const [next] = nextRuns(crontab, zone, { from: NOW });
    return next && runTimeText(next, NOW, zone);
  };
  test.each([
    ["0 18 * * *", "UTC", "today at 18:00"],
    ["0 6 * * *", "Europe/Paris", "tomorrow at 06:00"],
    ["0 6 * * 1", "UTC", "on Monday at 06:00"],
    ["0 6 24 12 *", "UTC", "on 24 Dec at 06:00"],
    ["0 6 24 11 *", "UTC", "on 24 Nov 2027 at 06:00"],
    // In the time zone, where it is the next day already.
    ["30 0 * * *", "Pacific/Auckland", "tomorrow at 00:30"],
  ])("of %s in %s is %s", (crontab, zone, words) => expect(runText(crontab, zone)).toBe(words));

  test("is undefined if the schedule is never due or invalid", () => {
    expect([runText("0 0 30 2 *", "UTC"), runText("often", "UTC"), runText("0 6 * * *", "Mars/Olympus")]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe("in another language", () => {
  const inPseudo = <Result,>(work: () => Result) => inLocale({ language: "en-XA" }, work);

  test.each(["* * * * *", "5 * * * *", "0 6 * * *", "0 6 * * 1-5", "0 6 * * 1", "0 6 1 * *"])(
    "the schedule %s is one sentence",
    (crontab) => {
      const schedule = maybeSchedule(crontab);
      expect(schedule && inPseudo(() => describeSchedule(schedule))).toMatch(/^\[[^[]*\]$/);
    },
  );

  test("the next run's day is in that language", () => {
    const at = new Date("2026-11-30T06:00:00Z");
    const now = Date.parse("2026-11-26T12:00:00Z");
    expect(inLocale({ language: "de" }, () => runTimeText(at, now, "UTC"))).toContain("Montag");
    expect(inLocale({ language: "ja" }, () => runTimeText(at, now - 20 * 86_400_000, "UTC"))).toContain("11月30日");
  });
});

function StatefulField({ begin }: { begin: string }) {
  const [held, setHeld] = useState({ crontab: begin, timezone: "UTC" });
  return (
    <>
      <ScheduleField {...held} problems={{}} onChange={(part) => setHeld((before) => ({ ...before, ...part }))} />
      <output>{held.crontab}</output>
    </>
  );
}
const written = () => screen.getByRole("status").textContent;

test("accepts a time, and resets invalid text on blur", async () => {
  render(<StatefulField begin="0 6 * * *" />);
  const time = screen.getByRole("textbox", { name: "Time" });
  await userEvent.clear(time);
  await userEvent.type(time, "7:45");
  expect(written()).toBe("45 7 * * *");
  await userEvent.clear(time);
  await userEvent.type(time, "noon");
  await userEvent.tab();
  expect([written(), (time as HTMLInputElement).value]).toEqual(["45 7 * * *", "07:45"]);
});

test("switches between form and cron", async () => {
  render(<StatefulField begin="0 6 * * *" />);
  await userEvent.click(screen.getByRole("button", { name: "Use cron" }));
  const cron = screen.getByRole("textbox", { name: "Cron" });
  expect((cron as HTMLInputElement).value).toBe("0 6 * * *");
  await userEvent.clear(cron);
  await userEvent.type(cron, "*/10 * * * *");
  expect(written()).toBe("*/10 * * * *");
  // The form doesn't support it, so it is reset.
  await userEvent.click(screen.getByRole("button", { name: "Use form" }));
  expect(written()).toBe("0 6 * * *");
  expect(screen.getByRole("combobox", { name: "Every" })).toBeTruthy();
});

describe("the schedule form", () => {
  test("requires at least one day of the week", async () => {
    render(<StatefulField begin="30 8 * * *" />);
    await pick("Every", "week");
    expect(written()).toBe("30 8 * * 1");
    await pick("Days of week", "Friday");
    expect(written()).toBe("30 8 * * 1,5");
    await userEvent.keyboard("{Escape}");
    for (const name of ["Monday", "Friday"]) await pick("Days of week", name);
    expect(written(), "the last day stays").toBe("30 8 * * 5");
  });

  test("sets a day of the month", async () => {
    render(<StatefulField begin="30 8 * * 1" />);
    await pick("Every", "month");
    await pick("Day of month", "5");
    expect(written()).toBe("30 8 5 * *");
    expect(screen.queryByLabelText("Days of week")).toBeNull();
  });

  test("sets a minute", async () => {
    render(<StatefulField begin="0 8 * * *" />);
    await pick("Every", "hour");
    expect(screen.queryByLabelText("Time")).toBeNull();
    await pick("Minute", "05");
    expect(written()).toBe("5 * * * *");
  });
});

test("shows errors of the schedule and its time zone", () => {
  const problems = { crontab: "Not a schedule", timezone: "No such zone" };
  render(<ScheduleField crontab="often" timezone="Mars/Olympus" problems={problems} onChange={() => {}} />);
  expect(screen.getAllByRole("alert").map(({ textContent }) => textContent)).toEqual(Object.values(problems));
  expect(screen.getByLabelText("Cron").getAttribute("aria-describedby")).toBe(screen.getAllByRole("alert")[0]?.id);
  expect(screen.getByText("Mars/Olympus"), "shows an unknown time zone").toBeTruthy();
});
