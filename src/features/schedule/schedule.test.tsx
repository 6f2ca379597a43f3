import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, test } from "vitest";
import { pick } from "../../testing/steps.ts";
import { maybeSchedule, maybeTime, scheduleWords, toCrontab, withPeriod } from "./crontab.ts";
import { nextRuns, runWords } from "./next-run.ts";
import { ScheduleField } from "./ScheduleField.tsx";

describe("schedules in words", () => {
  test.each([
    ["* * * * *", "Every minute"],
    ["5 * * * *", "Every hour at :05"],
    ["0 6 * * *", "Every day at 06:00"],
    ["30 17 * * 1", "Every Monday at 17:30"],
    ["0 8 * * 0,6", "Every Sunday and Saturday at 08:00"],
    ["0 8 * * 1,2,3,4,5", "Every weekday at 08:00"],
    ["0 8 * * 1,3,5", "Every Mon, Wed, Fri at 08:00"],
    ["15 0 31 * *", "Every month on day 31 at 00:15"],
  ])("%s is %s, and is written as it was", (crontab, words) => {
    const schedule = maybeSchedule(crontab);
    expect(schedule && [scheduleWords(schedule), toCrontab(schedule)]).toEqual([words, crontab]);
  });

  test("spans of weekdays and cron's second Sunday are read", () => {
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
  ])("%s is left to cron", (crontab) => expect(maybeSchedule(crontab)).toBeUndefined());

  test("another pace keeps the time of the day", () => {
    const every = (period: "minute" | "hour" | "week" | "month") =>
      toCrontab(withPeriod({ every: "day", time: "07:20" }, period));
    expect(["minute", "hour", "week", "month"].map((one) => every(one as "week"))).toEqual([
      "* * * * *",
      "20 * * * *",
      "20 7 * * 1",
      "20 7 1 * *",
    ]);
  });

  test("times are read as people write them", () => {
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
  const said = (crontab: string, zone: string) => {
    const [next] = nextRuns(crontab, zone, { from: NOW });
    return next && runWords(next, NOW, zone);
  };
  test.each([
    ["0 18 * * *", "UTC", "today at 18:00"],
    ["0 6 * * *", "Europe/Paris", "tomorrow at 06:00"],
    ["0 6 * * 1", "UTC", "on Monday at 06:00"],
    ["0 6 24 12 *", "UTC", "on 24 Dec at 06:00"],
    ["0 6 24 11 *", "UTC", "on 24 Nov 2027 at 06:00"],
    // By the clock of the place, where it is the next day already.
    ["30 0 * * *", "Pacific/Auckland", "tomorrow at 00:30"],
  ])("of %s in %s is %s", (crontab, zone, words) => expect(said(crontab, zone)).toBe(words));

  test("is none where the schedule never is due or is no schedule", () => {
    expect([said("0 0 30 2 *", "UTC"), said("often", "UTC"), said("0 6 * * *", "Mars/Olympus")]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

function Held({ begin }: { begin: string }) {
  const [held, setHeld] = useState({ crontab: begin, timezone: "UTC" });
  return (
    <>
      <ScheduleField {...held} problems={{}} onChange={(part) => setHeld((before) => ({ ...before, ...part }))} />
      <output>{held.crontab}</output>
    </>
  );
}
const written = () => screen.getByRole("status").textContent;

test("a time is written, and what is none goes back when the field is left", async () => {
  render(<Held begin="0 6 * * *" />);
  const time = screen.getByRole("textbox", { name: "Time" });
  await userEvent.clear(time);
  await userEvent.type(time, "7:45");
  expect(written()).toBe("45 7 * * *");
  await userEvent.clear(time);
  await userEvent.type(time, "noon");
  await userEvent.tab();
  expect([written(), (time as HTMLInputElement).value]).toEqual(["45 7 * * *", "07:45"]);
});

test("words and cron are two ways to say the same", async () => {
  render(<Held begin="0 6 * * *" />);
  await userEvent.click(screen.getByRole("button", { name: "Use cron" }));
  const cron = screen.getByRole("textbox", { name: "Cron" });
  expect((cron as HTMLInputElement).value).toBe("0 6 * * *");
  await userEvent.clear(cron);
  await userEvent.type(cron, "*/10 * * * *");
  expect(written()).toBe("*/10 * * * *");
  // No words reach it: it begins anew.
  await userEvent.click(screen.getByRole("button", { name: "Use words" }));
  expect(written()).toBe("0 6 * * *");
  expect(screen.getByRole("combobox", { name: "Every" })).toBeTruthy();
});

describe("a schedule in words", () => {
  test("is of days of the week, of which one at least stays", async () => {
    render(<Held begin="30 8 * * *" />);
    await pick("Every", "week");
    expect(written()).toBe("30 8 * * 1");
    await pick("Days of the week", "Friday");
    expect(written()).toBe("30 8 * * 1,5");
    await userEvent.keyboard("{Escape}");
    for (const name of ["Monday", "Friday"]) await pick("Days of the week", name);
    expect(written(), "the last day cannot go").toBe("30 8 * * 5");
  });

  test("is of a day of the month", async () => {
    render(<Held begin="30 8 * * 1" />);
    await pick("Every", "month");
    await pick("Day of the month", "5");
    expect(written()).toBe("30 8 5 * *");
    expect(screen.queryByLabelText("Days of the week")).toBeNull();
  });

  test("is of a minute of the hour", async () => {
    render(<Held begin="0 8 * * *" />);
    await pick("Every", "hour");
    expect(screen.queryByLabelText("Time")).toBeNull();
    await pick("Minute", "05");
    expect(written()).toBe("5 * * * *");
  });
});

test("what is wrong with a schedule or its zone is said below", () => {
  const problems = { crontab: "Not a schedule", timezone: "No such zone" };
  render(<ScheduleField crontab="often" timezone="Mars/Olympus" problems={problems} onChange={() => {}} />);
  expect(screen.getAllByRole("alert").map(({ textContent }) => textContent)).toEqual(Object.values(problems));
  expect(screen.getByLabelText("Cron").getAttribute("aria-describedby")).toBe(screen.getAllByRole("alert")[0]?.id);
  expect(screen.getByText("Mars/Olympus"), "a zone that is not known here is shown").toBeTruthy();
});
