import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test } from "vitest";
import { type RecordedRequest, type Routes, serve } from "../../testing/network.ts";
import { isOff, pick, press, toggle, write } from "../../testing/steps.ts";
import { csv, openPage, PREVIEW, sent, UPLOAD_ROUTES } from "../../testing/upload-dialog.tsx";
import { closeUpload, openUpload } from "./upload.ts";

const METADATA = "POST /api/v1/database/upload_metadata/";
const withPreview = (item: object, more: Routes = {}): Routes => ({
  ...UPLOAD_ROUTES,
  [METADATA]: { body: { result: { items: [{ ...PREVIEW, ...item }] } } },
  ...more,
});

async function begin(routes: Routes = UPLOAD_ROUTES, file = csv()) {
  const requests = serve(routes);
  const router = openPage();
  openUpload(file);
  await screen.findByText("Bergen");
  return { requests, router };
}

const previewed = (requests: readonly RecordedRequest[]) =>
  requests.filter(({ path }) => path.endsWith("upload_metadata/")).at(-1)?.body as FormData;
const fold = (title: string) => fireEvent.click(screen.getByText(title));
afterEach(closeUpload);

describe("upload settings", () => {
  test("set the header by the line of the file, and the rows to load", async () => {
    const { requests } = await begin();
    await write("Header row", "4");
    fold("File settings");
    await write("Rows to load", "100");
    await userEvent.tab();
    expect(screen.getByText("· 1 set")).toBeTruthy();
    const last = () => previewed(requests);
    await waitFor(() => expect([last().get("header_row"), last().get("skip_rows")]).toEqual(["0", "3"]));
    expect(last().get("rows_to_read"), "a preview is short").toBe("8");
    await press("Upload");
    await screen.findByText("Table and dataset “sales” created");
    expect(sent(requests)).toMatchObject({ header_row: "0", skip_rows: "3", rows_to_read: "100" });
  });

  test("an empty header row resets to the first", async () => {
    const { requests } = await begin();
    await write("Header row", "2");
    await userEvent.tab();
    await waitFor(() => expect(previewed(requests).get("skip_rows")).toBe("1"));
    await write("Header row", "");
    await userEvent.tab();
    await press("Upload");
    await screen.findByText("Table and dataset “sales” created");
    expect(sent(requests)).toMatchObject({ skip_rows: "0" });
  });

  test("adds an index from a column or by number", async () => {
    const { requests } = await begin();
    fold("Columns");
    expect(screen.queryByLabelText("Index label")).toBeNull();
    await toggle("Add an index column");
    expect(screen.getByText("Leave empty to number the rows from 0")).toBeTruthy();
    await pick("Index column", "place");
    expect((screen.getByLabelText("Index label") as HTMLInputElement).placeholder).toBe("place");
    await write("Index label", "town");
    await press("Upload");
    await screen.findByText("Table and dataset “sales” created");
    expect(sent(requests)).toMatchObject({ dataframe_index: "true", index_column: "place", index_label: "town" });
  });

  test("sets null values, trimming and blank lines", async () => {
    const { requests } = await begin();
    fold("File settings");
    await toggle("Treat as null");
    await userEvent.keyboard("n/k{Enter}-{Enter}");
    await toggle("Trim spaces after delimiters");
    await toggle("Skip blank lines");
    expect(screen.getByText("· 3 set")).toBeTruthy();
    await press("Upload");
    await screen.findByText("Table and dataset “sales” created");
    expect(sent(requests)).toMatchObject({
      null_values: "n/k,-",
      skip_initial_space: "true",
      skip_blank_lines: "false",
    });
  });

  test("sets a custom delimiter, and goes back to the detected one", async () => {
    const { requests } = await begin();
    fold("File settings");
    expect(screen.getByText("· Western European (windows-1252), semicolon")).toBeTruthy();
    await pick("Delimiter", "Other");
    await write("Character", "~");
    expect(screen.getByText("· Western European (windows-1252), ~")).toBeTruthy();
    await pick("Delimiter", "Auto: Semicolon");
    expect(screen.queryByLabelText("Character")).toBeNull();
    await press("Upload");
    await screen.findByText("Table and dataset “sales” created");
    expect(sent(requests)).not.toHaveProperty("delimiter");
  });

  test("only offers date types for text columns of Parquet files", async () => {
    const { requests } = await begin(withPreview({ format: undefined }), csv("Sales.parquet"));
    fold("Columns");
    const options = within(screen.getByLabelText("Type for place")).getAllByRole("option");
    expect(options.map((option) => option.textContent)).toEqual(["Auto (text)", "Date and time"]);
    await userEvent.selectOptions(screen.getByLabelText("Type for place"), "Date and time");
    fold("File settings");
    expect(screen.queryByLabelText("Header row")).toBeNull();
    expect(screen.getByLabelText("Rows to load")).toBeTruthy();
    await press("Upload");
    await screen.findByText("Table and dataset “sales” created");
    expect(sent(requests)).toMatchObject({ type: "columnar", column_dates: '["place"]' });
    expect(sent(requests)).not.toHaveProperty("header_row");
  });

  test("requires a column, and selects all at once", async () => {
    await begin();
    fold("Columns");
    const all = screen.getByLabelText<HTMLInputElement>("Load all columns");
    await toggle("Load amount");
    expect([all.checked, all.indeterminate]).toEqual([false, true]);
    expect(screen.getByLabelText<HTMLInputElement>("Type for amount").disabled).toBe(true);
    await toggle("Load place");
    expect(screen.getByText("Choose at least one column.")).toBeTruthy();
    expect(isOff("Upload")).toBe(true);
    await toggle("Load all columns");
    expect(screen.queryByText("Choose at least one column.")).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>("Load place").checked).toBe(true);
  });
});

describe("upload preview", () => {
  test("shows that only the first 50 columns are listed", async () => {
    const names = ["place", ...Array.from({ length: 59 }, (_, at) => `c${at}`)];
    await begin(
      withPreview({
        column_names: names,
        column_types: names.map(() => "text"),
        rows: [["Bergen"]],
        row_count: undefined,
      }),
    );
    expect(screen.getByText("60 columns (50 shown) · showing first row")).toBeTruthy();
    expect(within(screen.getByRole("region", { name: "Preview" })).getAllByRole("columnheader")).toHaveLength(50);
  });

  test("shows that a sheet is empty", async () => {
    serve(withPreview({ sheet_name: "Sheet 1", column_names: [], column_types: [], rows: [] }));
    openPage();
    openUpload(csv("Book.xlsx"));
    expect(await screen.findByText("This sheet is empty.")).toBeTruthy();
    fold("Columns");
    expect(screen.getByText("The file's columns aren't known yet.")).toBeTruthy();
  });

  test("shows why the file couldn't be read, and retries with other settings", async () => {
    const routes = {
      ...UPLOAD_ROUTES,
      [METADATA]: ({ body }: { body: unknown }) =>
        (body as FormData).get("skip_rows") === "1"
          ? { body: { result: { items: [PREVIEW] } } }
          : { status: 422, body: { message: "Parsing error: Line 2 has 3 fields." } },
    };
    serve(routes);
    openPage();
    openUpload(csv());
    expect((await screen.findByText("Line 2 has 3 fields.")).getAttribute("role")).toBe("alert");
    expect(isOff("Upload")).toBe(true);
    await write("Header row", "2");
    await userEvent.tab();
    expect(await screen.findByText("Bergen")).toBeTruthy();
    expect(screen.queryByText("Line 2 has 3 fields.")).toBeNull();
  });

  test("shows three notes about columns, and the rest on request", async () => {
    const names = ["place", "b", "c", "d", "e"];
    await begin(withPreview({ column_names: names, column_notes: names.map((name) => `Text: ${name}`) }));
    const notes = () => within(screen.getByRole("list", { name: "Column notes" })).getAllByRole("listitem");
    expect(notes()).toHaveLength(3);
    await press("Show 2 more");
    expect(notes()).toHaveLength(5);
  });
});

describe("an upload that fails", () => {
  const UPLOAD = "POST /api/v1/database/2/upload/";
  const refused = (message: unknown, status = 422): Routes => ({
    ...UPLOAD_ROUTES,
    [UPLOAD]: { status, body: { message } },
  });
  const fails = async (routes: Routes, file = csv()) => {
    await begin(routes, file);
    await press("Upload");
    return (await screen.findAllByRole("alert")).map(({ textContent }) => textContent).join("|");
  };

  test.each([
    [{ rows_to_read: ["Must be at least 1."] }, "File settings"],
    [{ columns_read: ["No column “x”."] }, "Columns"],
    [{ null_values: ["Too many."] }, "File settings"],
    [{ delimiter: ["Too long."] }, "File settings"],
  ])("opens the settings with the error: %o", async (message, title) => {
    const failureText = await fails(refused(message, 400));
    expect(failureText).toBe(Object.values(message).flat()[0]);
    const details = screen.getByText(title).closest("details");
    expect(details?.open).toBe(true);
    expect(details?.contains(screen.getByRole("alert"))).toBe(true);
  });

  test("is shown below the form if it belongs to no field", async () => {
    const failureText = await fails(refused({ sheet_name: ["No sheet “x”."], schema: ["Read only."] }, 400));
    expect(failureText).toBe("Read only.|No sheet “x”.");
  });

  test("of a workbook is shown below the form instead of at the encoding", async () => {
    const failureText = await fails(refused("Parsing error: The sheet is not encoded as UTF-8."), csv("Book.xlsx"));
    expect(failureText).toContain("not encoded as UTF-8");
  });

  test("with a stale CSRF token is retried", async () => {
    let tries = 0;
    const { requests } = await begin({
      ...UPLOAD_ROUTES,
      [UPLOAD]: () => {
        tries += 1;
        const stale = { status: 400, body: { message: "The CSRF token has expired." } };
        return tries === 1 ? stale : { status: 201, body: { message: "OK", result: { rows: 2, columns: [] } } };
      },
    });
    await press("Upload");
    expect(await screen.findByText("Table and dataset “sales” created")).toBeTruthy();
    expect(requests.filter(({ path }) => path.endsWith("csrf_token/")).length).toBeGreaterThan(1);
  });
});
