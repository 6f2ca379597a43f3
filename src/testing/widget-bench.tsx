import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { Control } from "../chart-seam/control.ts";
import { simpleFilter } from "../features/adhoc/adhoc.ts";
import type { ChartDataResult } from "../model/query-context.ts";
import { ControlField } from "../pages/explore/panel/ControlField.tsx";
import type { ExploreStore } from "../pages/explore/state/store.ts";
import { useControlState, useWorkbench } from "../pages/explore/workbench/store-context.ts";
import { renderWorkbench } from "./explore-page.tsx";

export const NAME = "time_compare";
export const LABEL = "Thing";

const RESULT: ChartDataResult = { data: [], colnames: ["industry", "rate"], coltypes: [1, 0] };

function Field({ control, problem }: { control: Control; problem?: string }) {
  const { store } = useWorkbench();
  const state = useControlState();
  return <ControlField control={control} state={state} problem={problem} onChange={store.getState().set} />;
}

export const user = userEvent.setup({ delay: null });
export const field = (role: string, name: string | RegExp = LABEL) => screen.findByRole(role, { name });
export const click = async (role: string, name: string | RegExp = LABEL) => user.click(await field(role, name));
export const press = async (keys: string, role: string, name: string | RegExp = LABEL) => {
  (await field(role, name)).focus();
  await user.keyboard(keys);
};
export const cross = async () => {
  const clear = await waitFor(() => {
    const found = document.querySelector(".ant-select-clear");
    if (!found) throw new Error("no cross");
    return found;
  });
  fireEvent.mouseDown(clear);
  fireEvent.click(clear);
};
export const stepUp = (at = 0) => {
  fireEvent.mouseDown(document.querySelectorAll(".ant-input-number-action-up")[at] ?? document.body);
  fireEvent.mouseUp(document);
};

const CODES: Readonly<Record<string, number>> = { ArrowDown: 40, ArrowRight: 39, Enter: 13, Backspace: 8 };
/** antd reads key codes, which simulated keys lack. */
export const pressKey = (element: Element, key: string) => {
  fireEvent.keyDown(element, { key, keyCode: CODES[key], which: CODES[key] });
  fireEvent.keyUp(element, { key, keyCode: CODES[key], which: CODES[key] });
};
export const write = async (text: string, role = "textbox", name: string | RegExp = LABEL) => {
  const input = await field(role, name);
  await user.clear(input);
  await user.type(input, `${text}{Enter}`);
};

export const hexField = () =>
  waitFor(() => {
    const input = document.querySelector<HTMLInputElement>(".ant-color-picker-hex-input input");
    if (!input) throw new Error("no hex field");
    return input;
  });
export const remove = (text: string) => click("button", `Remove ${text}`);
export const apply = () => click("button", "Apply");

export const reach = async ({
  text = "",
  down = 0,
  name = LABEL,
}: {
  text?: string;
  down?: number;
  name?: string | RegExp;
}) => {
  const input = await field("combobox", name);
  input.focus();
  if (text) fireEvent.change(input, { target: { value: text } });
  else if (input.getAttribute("aria-expanded") !== "true") pressKey(input, "ArrowDown");
  await waitFor(() => {
    if (input.getAttribute("aria-expanded") !== "true") throw new Error("the list is closed");
  });
  for (let step = 0; step < down; step++) pressKey(input, "ArrowDown");
  pressKey(input, "Enter");
};
export const choose = async (option: string, name: string | RegExp = LABEL) => {
  await click("combobox", name);
  fireEvent.click((await screen.findAllByTitle(option)).at(-1) ?? document.body);
};

export function openWidget(part: object, start: unknown, problem?: string): ExploreStore {
  const form = {
    [NAME]: start,
    x_axis: "series",
    metrics: ["count"],
    groupby: ["sector"],
    adhoc_filters: [simpleFilter("date", "TEMPORAL_RANGE", "2001-01-01 : 2001-02-01")],
  };
  const whole = { ...part, name: NAME, label: LABEL } as Control;
  return renderWorkbench(<Field control={whole} problem={problem} />, {
    type: "handlebars",
    form,
    run: { status: "ready", results: [RESULT] },
  });
}
