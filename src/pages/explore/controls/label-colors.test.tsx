import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { colorSchemeControl } from "../../../chart-kit/controls/controls.ts";
import type { Control } from "../../../chart-seam/control.ts";
import type { FormData } from "../../../model/form-data.ts";
import { renderWorkbench } from "../../../testing/explore-page.tsx";
import { ControlField } from "../panel/ControlField.tsx";
import { useExplore, useWorkbench } from "../workbench/store-context.ts";

const SCHEME: Control = colorSchemeControl();

function Panel({ drawn }: { drawn: readonly string[] }) {
  const { colors, store } = useWorkbench();
  const formData = useExplore((state) => state.formData);
  const colorOf = colors.chart(formData.slice_id ?? 0, { forced: formData.label_colors });
  for (const label of drawn) colorOf(label);
  return (
    <ControlField
      control={SCHEME}
      state={{ formData }}
      problem={undefined}
      onChange={(name, value) => store.getState().set(name, value)}
    />
  );
}

async function open(drawn: readonly string[], form: Partial<FormData> = {}) {
  const store = renderWorkbench(<Panel drawn={drawn} />, { form, live: false });
  await userEvent.click(screen.getByRole("button", { name: "Colors by label" }));
  return { store, ownColors: () => store.getState().formData.label_colors };
}

async function pick(label: string, hex: string) {
  await userEvent.click(await screen.findByRole("button", { name: new RegExp(`^${label}: #`, "i") }));
  const field = within(await screen.findByRole("dialog", { name: label })).getByRole("textbox");
  await userEvent.clear(field);
  await userEvent.type(field, `${hex}{Enter}`);
}

describe("colors by label", () => {
  test("a color is picked for a series, without another query, and undone in one step", async () => {
    const { store, ownColors } = await open(["Finance", "Government"]);
    await pick("Government", "ff0000");
    expect(ownColors()).toEqual({ Government: "#ff0000" });
    expect(store.getState().undo()).toBe("Color for “Government”");
    expect(ownColors()).toBeUndefined();
  });

  test("one or all colors are reset to the scheme's", async () => {
    const { ownColors } = await open(["Finance"], { label_colors: { Finance: "#111111", Government: "#222222" } });
    const list = await screen.findByRole("list", { name: "Colors by label" });
    expect(within(list).getAllByRole("listitem")).toHaveLength(2);
    await userEvent.click(within(list).getByRole("button", { name: "Reset the color of “Government”" }));
    expect(ownColors()).toEqual({ Finance: "#111111" });
    expect(within(list).queryByRole("button", { name: "Reset the color of “Government”" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Reset all colors" }));
    expect(ownColors()).toBeUndefined();
    expect(within(list).queryByRole("button", { name: /^Reset/ })).toBeNull();
  });

  test("many labels are searched", async () => {
    await open(Array.from({ length: 30 }, (_, i) => `Label ${i + 1}`));
    await userEvent.type(await screen.findByRole("searchbox", { name: "Search labels" }), "label 30");
    expect(screen.getAllByRole("listitem")).toHaveLength(1);
  });

  test("a chart without labels says so", async () => {
    await open([]);
    expect(await screen.findByText("This chart shows nothing that has a color of its own.")).toBeTruthy();
  });
});
