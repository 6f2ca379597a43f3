import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { writeCode } from "../../testing/code.ts";
import { DATASET, EDITOR_ROUTES, openEditor, openTab, routesOf, saveDataset } from "../../testing/dataset-editor.tsx";
import { pickFromMenu } from "../../testing/menus.ts";

async function questionOf(title: string): Promise<HTMLElement> {
  const dialog = (await screen.findByText(title)).closest<HTMLElement>("[role=dialog]");
  if (!dialog) throw new Error(`no dialog ${title}`);
  return dialog;
}

describe("the dataset editor", () => {
  test("edits a label in place, confirms, and saves the change", async () => {
    const { put, saved } = openEditor();
    const label = await screen.findByLabelText("Label for origin");
    expect((screen.getByRole("button", { name: "Save dataset" }) as HTMLButtonElement).disabled).toBe(true);
    await userEvent.type(label, "From");
    expect(await screen.findByText("Affects 1 chart.")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Save dataset" }));
    expect(put()).toBeUndefined();
    const question = await questionOf("Save dataset?");
    expect(within(question).queryByText("Automatically sync columns")).toBeNull();
    await userEvent.click(within(question).getByRole("button", { name: "Save" }));
    await waitFor(() => expect(saved).toHaveBeenCalled());
    const { columns, ...rest } = (put()?.body ?? {}) as { columns: { id: number; verbose_name?: string }[] };
    expect(rest).toEqual({});
    expect(columns.map(({ id, verbose_name }) => [id, verbose_name])).toEqual([
      [11, "Departure"],
      [12, "From"],
    ]);
  });

  test("confirms before discarding changes, with the focus on staying", async () => {
    const { closed } = openEditor();
    await userEvent.type(await screen.findByLabelText("Label for origin"), "From");
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    await questionOf("Leave without saving?");
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Keep editing"));
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(screen.queryByText("Leave without saving?")).toBeNull());
    expect(closed).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    await userEvent.click(await screen.findByRole("button", { name: "Leave" }));
    expect(closed).toHaveBeenCalledOnce();
  });

  test("syncs columns and shows what changed", async () => {
    openEditor();
    await userEvent.click(await screen.findByRole("button", { name: "Sync" }));
    expect(await screen.findByText("1 new column, 1 type changed, 1 missing column")).toBeTruthy();
    expect(screen.getByText("timestamp → date")).toBeTruthy();
    expect(screen.getByText("Missing")).toBeTruthy();
    expect((screen.getByLabelText("origin is filterable") as HTMLInputElement).disabled).toBe(true);
  });

  test("validates an expression after a debounce, and shows where it fails", async () => {
    openEditor();
    await openTab(/Metrics/);
    await userEvent.click(screen.getByRole("button", { name: "Add metric" }));
    await writeCode("SQL expression", "SUM(nope)");
    expect(await screen.findByText("Line 1, column 5: no such column")).toBeTruthy();
    expect(screen.getByText("A metric needs a name")).toBeTruthy();
    expect(screen.getByText("Fix 1 problem")).toBeTruthy();
  });

  test("keeps the dialog open when saving fails, and shows why", async () => {
    const refused = { status: 422, body: { message: { columns: ["One or more columns are duplicated"] } } };
    const { closed } = openEditor({ ...EDITOR_ROUTES, "PUT /api/v1/dataset/2": refused });
    await userEvent.type(await screen.findByLabelText("Label for origin"), "x");
    await saveDataset();
    const question = await questionOf("Error saving dataset");
    expect(within(question).getByRole("alert").textContent).toContain("One or more columns are duplicated");
    expect(closed).not.toHaveBeenCalled();
  });

  test("is read-only for an externally managed dataset", async () => {
    openEditor(routesOf({ is_managed_externally: true }));
    const label = (await screen.findByLabelText("Label for origin")) as HTMLInputElement;
    const before = label.value;
    await userEvent.type(label, "x");
    expect(label.value).toBe(before);
    expect((screen.getByLabelText("origin is filterable") as HTMLInputElement).disabled).toBe(true);
    expect(screen.queryByRole("button", { name: "Actions for origin" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "origin details" }));
    for (const field of ["Description", "Parse as", "Certified by", "Certification details"])
      expect((screen.getByLabelText(new RegExp(`^${field}`)) as HTMLInputElement).disabled).toBe(true);
    expect((screen.getByRole("button", { name: /Sync/ }) as HTMLButtonElement).disabled).toBe(true);
    await userEvent.type(screen.getByLabelText("Search columns"), "no such column");
    expect(screen.getByText("No matching columns.")).toBeTruthy();
    const button = screen.getByRole("button", { name: "Save dataset" }) as HTMLButtonElement;
    expect([button.disabled, button.title]).toEqual([true, "This dataset is edited in files and can't be edited here"]);
    expect(screen.getByText("Edited in files")).toBeTruthy();
  });

  test("switches to another table only once unlocked, and offers to sync", async () => {
    const { put } = openEditor({
      ...EDITOR_ROUTES,
      "GET /api/v1/database/1/schemas/": { body: { result: ["main", "raw"] } },
      "GET /api/v1/database/1/tables/": { body: { count: 1, result: [{ value: "flights_2", type: "table" }] } },
    });
    await openTab(/Source/);
    expect((screen.getByLabelText("Table") as HTMLInputElement).disabled).toBe(true);
    await userEvent.click(screen.getByRole("button", { name: "Unlock to edit" }));
    await userEvent.click(screen.getByLabelText("Table"));
    await userEvent.click(await screen.findByTitle("flights_2"));
    await userEvent.click(screen.getByRole("button", { name: "Save dataset" }));
    expect(await screen.findByLabelText("Automatically sync columns")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(put()).toBeTruthy());
    expect(put()?.body).toEqual({ table_name: "flights_2" });
    expect(put()?.query.get("override_columns")).toBe("true");
  });

  test("moves metrics and columns to folders", async () => {
    const uuids = DATASET.columns.map((column, i) => ({ ...column, uuid: `00000000-0000-4000-8000-00000000000${i}` }));
    const { put } = openEditor(routesOf({ columns: uuids }));
    await openTab(/^Folders/);
    const panel = within(screen.getByRole("tabpanel"));
    await userEvent.click(panel.getByRole("button", { name: "Add folder" }));
    expect(panel.getByRole("alert").textContent).toBe("A folder needs a name");
    await userEvent.type(panel.getByRole("textbox", { name: "Name for the new folder" }), "Places");
    await userEvent.click(panel.getByRole("checkbox", { name: "Select origin" }));
    await userEvent.click(panel.getByRole("button", { name: "Move to" }));
    await pickFromMenu("Places");
    expect(panel.getByText("1 not in a folder")).toBeTruthy();
    await userEvent.click(panel.getByRole("button", { name: "Add folder" }));
    await userEvent.type(panel.getByRole("textbox", { name: "Name for the new folder" }), "Places");
    expect(panel.getByRole("alert").textContent).toBe("Another folder here is already named “Places”");
    expect(panel.getAllByRole("textbox", { name: "Name for Places" }).map((one) => one.ariaInvalid)).toContain("true");
    await userEvent.click(panel.getAllByRole("button", { name: "Actions for Places" })[1] as HTMLElement);
    await pickFromMenu("Delete folder (keep contents)");
    await saveDataset();
    await waitFor(() => expect(put()).toBeTruthy());
    expect(put()?.body).toMatchObject({
      folders: [{ type: "folder", name: "Places", children: [{ uuid: uuids[1]?.uuid, type: "column" }] }],
    });
  });
});
