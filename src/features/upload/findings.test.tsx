import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { type RecordedRequest, type Routes, serve } from "../../testing/network.ts";
import { isOff, press, write } from "../../testing/steps.ts";
import { csv, openPage, PREVIEW, sent, UPLOAD_ROUTES } from "../../testing/upload-dialog.tsx";
import { closeUpload, openUpload } from "./upload.ts";

const METADATA = "POST /api/v1/database/upload_metadata/";

type Reading = (fields: FormData) => object;

/** Answers previews with the item that its fields lead to. */
async function begin(reading: Reading, { file = csv(), more = {} }: { file?: File; more?: Routes } = {}) {
  const itemOf = ({ body }: RecordedRequest) => ({ ...PREVIEW, ...reading(body as FormData) });
  const answer = (request: RecordedRequest) => ({ body: { result: { items: [itemOf(request)] } } });
  const requests = serve({ ...UPLOAD_ROUTES, [METADATA]: answer, ...more });
  openPage();
  openUpload(file);
  await screen.findByText("Bergen");
  return requests;
}

const lastOf = (requests: readonly RecordedRequest[]) =>
  requests.filter(({ path }) => path.endsWith("upload_metadata/")).at(-1)?.body as FormData;
const fold = (title: string) => fireEvent.click(screen.getByText(title));
const isDone = () => screen.findByText("Table and dataset “sales” created");
afterEach(closeUpload);

test("a header below a title is offered, and used by one click", async () => {
  const requests = await begin((fields) => (fields.get("skip_rows") === "3" ? {} : { header_below: 4 }));
  expect(screen.getByText("Line 4 looks like the header, below a title.")).toBeTruthy();
  await press("Use line 4 as header");
  await waitFor(() => expect(screen.queryByText(/looks like the header/)).toBeNull());
  expect(screen.getByLabelText<HTMLInputElement>("Header row").value).toBe("4");
  await press("Upload");
  await isDone();
  expect(sent(requests)).toMatchObject({ skip_rows: "3", header_row: "0" });
});

test("a sheet that is too short leaves the others to choose", async () => {
  const items = [
    { ...PREVIEW, sheet_name: "Sales" },
    { sheet_name: "Notes", column_names: [], problem: "The header row is 3, but there is only 1 row." },
  ];
  serve({ ...UPLOAD_ROUTES, [METADATA]: { body: { result: { items } } } });
  openPage();
  openUpload(csv("Book.xlsx"));
  await screen.findByText("Bergen");
  expect(screen.queryByRole("alert")).toBeNull();
  await userEvent.click(screen.getByRole("combobox", { name: "Sheet" }));
  await userEvent.click(await screen.findByTitle("Notes"));
  expect((await screen.findByRole("alert")).textContent).toBe("The header row is 3, but there is only 1 row.");
  expect(isOff("Upload")).toBe(true);
});

test("lines with too many fields block the upload until they are skipped", async () => {
  const problem = "Line 4: expected 2 fields, found 5.";
  const requests = await begin((fields) =>
    fields.get("skip_long_lines") ? { long_lines: 2 } : { long_lines: 2, problem },
  );
  expect(screen.getByRole("alert").textContent).toContain(problem);
  expect(isOff("Upload")).toBe(true);
  expect(screen.getByText("Fix the problem in the preview first.")).toBeTruthy();
  await press("Choose another delimiter");
  expect(screen.getByText("File settings").closest("details")?.open).toBe(true);
  await press("Skip 2 lines with too many fields");
  expect(await screen.findByText("2 lines with too many fields are skipped.")).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Skip lines with too many fields").checked).toBe(true);
  await press("Upload");
  await isDone();
  expect(sent(requests)).toMatchObject({ skip_long_lines: "true" });
});

test("the count of skipped lines is told after the upload", async () => {
  const result = { rows: 7, skipped_lines: 1, columns: [] };
  await begin(() => ({}), {
    more: { "POST /api/v1/database/2/upload/": { status: 201, body: { message: "OK", result } } },
  });
  await press("Upload");
  expect(await screen.findByText("7 rows · 1 line with too many fields was skipped")).toBeTruthy();
});

test("a chosen type shows in the preview, with the values that don't fit", async () => {
  const problem = '1 of 401 values doesn\'t fit the chosen type (line 405: "Total").';
  const requests = await begin((fields) =>
    fields.get("column_data_types") === '{"place":"date"}' ? { column_problems: [problem, null] } : {},
  );
  fold("Columns");
  await userEvent.selectOptions(screen.getByLabelText("Type for place"), "Date");
  const notes = await screen.findByRole("list", { name: "Column notes" });
  expect(within(notes).getByText(problem)).toBeTruthy();
  expect(isOff("Upload")).toBe(true);
  await userEvent.selectOptions(screen.getByLabelText("Type for place"), "Date and time");
  await waitFor(() => expect(isOff("Upload")).toBe(false));
  await press("Upload");
  await isDone();
  expect(sent(requests)).toMatchObject({ column_dates: '["place"]' });
});

test("rows to append keep the types of their table", async () => {
  const requests = await begin(() => ({}));
  fold("Columns");
  await userEvent.selectOptions(screen.getByLabelText("Type for place"), "Date");
  await waitFor(() => expect(lastOf(requests).get("column_data_types")).not.toBeNull());
  await write("Table name", "taken");
  await press("Append");
  await waitFor(() => expect(lastOf(requests).get("column_data_types")).toBeNull());
});

test("amounts with a sign are read as numbers by a click on their note, or by a type", async () => {
  const note = 'Stored as text: 2 of 2 values have the sign "$".';
  const requests = await begin((fields) =>
    fields.get("column_data_types") ? {} : { column_signs: [null, "$"], column_notes: [null, note] },
  );
  fold("Columns");
  const types = within(screen.getByLabelText("Type for amount")).getAllByRole("option");
  expect(types.at(-1)?.textContent).toBe("Number without $");
  expect(within(screen.getByLabelText("Type for place")).queryByText("Number without $")).toBeNull();
  await press("Number without $");
  await press("Upload");
  await isDone();
  expect(sent(requests)).toMatchObject({ column_data_types: '{"amount":"number without $"}' });
});

test("columns are renamed, to distinct names", async () => {
  const requests = await begin(() => ({}));
  fold("Columns");
  await write("Name for amount", "PLACE");
  expect(screen.getByText("Two columns are named “PLACE”.")).toBeTruthy();
  expect(isOff("Upload")).toBe(true);
  await write("Name for amount", "sum");
  expect(screen.getByRole("columnheader", { name: /sum/ })).toBeTruthy();
  await press("Upload");
  await isDone();
  expect(sent(requests)).toMatchObject({ column_names: '{"amount":"sum"}' });
});

test("open sections are still open after an upload that fails", async () => {
  const failed = { status: 422, body: { message: "Choose the date order.", field: "day_first" } };
  await begin(() => ({}), { more: { "POST /api/v1/database/2/upload/": failed } });
  fold("Columns");
  await press("Upload");
  const alert = await screen.findByText("Choose the date order.");
  expect(alert.closest("details")).toBe(screen.getByText("File settings").closest("details"));
  expect(screen.getByText("Columns").closest("details")?.open).toBe(true);
});

test("a file with a header only says that the table would be empty", async () => {
  const names = serve({
    ...UPLOAD_ROUTES,
    [METADATA]: { body: { result: { items: [{ ...PREVIEW, rows: [], row_count: 0 }] } } },
  });
  openPage();
  openUpload(csv());
  expect(await screen.findByText("2 columns · no rows")).toBeTruthy();
  expect(screen.getByText("There are no rows below the header. The new table would be empty.")).toBeTruthy();
  expect(names.some(({ path }) => path.endsWith("/upload/"))).toBe(false);
});
