import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test } from "vitest";
import { pickFromMenu } from "../../testing/menus.ts";
import { type Routes, serve } from "../../testing/network.ts";
import { press } from "../../testing/steps.ts";
import {
  ADMIN,
  csv,
  database,
  isOfUploads,
  listOf,
  NOTE,
  openPage,
  PREVIEW,
  sent,
  UPLOAD_ROUTES,
} from "../../testing/upload-dialog.tsx";
import { closeUpload, openUpload } from "./upload.ts";
import { sampleOf } from "./upload-data.ts";

afterEach(closeUpload);

describe("a file", () => {
  test("is chosen, previewed, uploaded and explored", async () => {
    const requests = serve(UPLOAD_ROUTES);
    const router = openPage();
    await press("New");
    await pickFromMenu("Upload file");
    await userEvent.upload(await screen.findByLabelText("Choose a file"), csv());
    expect(await screen.findByRole("cell", { name: "Bergen" })).toBeTruthy();
    expect(screen.getByText("2 columns · showing first 2 rows of 2")).toBeTruthy();
    const preview = requests.find(({ path }) => path.endsWith("upload_metadata/"))?.body as FormData;
    // What isn't set is detected by the server, for the preview and the upload alike.
    expect([preview.get("delimiter"), preview.get("encoding"), preview.get("day_first")]).toEqual([null, null, null]);
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Table name" }).value).toBe("sales");
    await waitFor(() => expect(screen.getByText("main")).toBeTruthy());
    await press("Upload");
    expect(await screen.findByText("Table and dataset “sales” created")).toBeTruthy();
    expect(screen.getByText("2,000 rows")).toBeTruthy();
    expect(screen.getByText(NOTE)).toBeTruthy();
    await press("Explore");
    expect(router.state.location.search).toBe("?datasource_id=9&datasource_type=table");
    expect(screen.queryByRole("dialog")).toBeNull();
    const { file, ...fields } = sent(requests);
    expect((file as File).name).toBe("Sales.csv");
    expect(fields).toMatchObject({
      type: "csv",
      table_name: "sales",
      schema: "main",
      already_exists: "fail",
    });
    expect(fields).not.toHaveProperty("columns_read");
    expect(fields).not.toHaveProperty("delimiter");
  });

  test("opens the dialog when dropped on a page", async () => {
    serve(UPLOAD_ROUTES);
    openPage();
    const dataTransfer = { types: ["Files"], files: [csv("Dropped here.tsv")] };
    fireEvent.dragOver(document.body, { dataTransfer });
    expect(screen.getByText("Drop the file to upload it")).toBeTruthy();
    fireEvent.drop(document.body, { dataTransfer });
    expect(await screen.findByText("Dropped here.tsv")).toBeTruthy();
  });

  test("shows why it is rejected, and another can be chosen", async () => {
    serve(UPLOAD_ROUTES);
    openPage();
    openUpload(new File(["x"], "old.xls"));
    expect(await screen.findByText(/Save the file as \.xlsx/)).toBeTruthy();
    await userEvent.upload(screen.getByLabelText("Choose a file"), csv());
    expect(await screen.findByRole("cell", { name: "Oslo" })).toBeTruthy();
  });

  test("uploads the chosen sheet, columns and types", async () => {
    const sheets = [PREVIEW, PREVIEW].map((item, at) => ({ ...item, sheet_name: `Sheet ${at + 1}` }));
    const requests = serve({
      ...UPLOAD_ROUTES,
      "POST /api/v1/database/upload_metadata/": { body: { result: { items: sheets } } },
    });
    openPage();
    openUpload(csv("Book.xlsx"));
    await userEvent.click(await screen.findByRole("combobox", { name: "Sheet" }));
    await userEvent.click(await screen.findByTitle("Sheet 2"));
    await userEvent.click(screen.getByText("Columns"));
    await userEvent.click(screen.getByRole("checkbox", { name: "Load place" }));
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Type for amount" }), "Text");
    expect(screen.getByText("· 2 set")).toBeTruthy();
    await press("Upload");
    await screen.findByText("Table and dataset “book” created");
    expect(sent(requests)).toMatchObject({
      type: "excel",
      sheet_name: "Sheet 2",
      columns_read: '["amount"]',
      column_data_types: '{"amount":"text"}',
    });
  });
});

describe("the file's format", () => {
  const openSettings = async () => {
    openUpload(csv());
    await screen.findByRole("cell", { name: "Bergen" });
    await userEvent.click(screen.getByText("File settings"));
  };

  test("is shown as detected, and sent when changed", async () => {
    const requests = serve(UPLOAD_ROUTES);
    openPage();
    await openSettings();
    for (const text of [
      "Western European (windows-1252)",
      "Semicolon",
      "Comma (1,5)",
      "None",
      "Day first (31/12/2024)",
    ])
      expect(screen.getByText(`Auto: ${text}`)).toBeTruthy();
    await userEvent.click(screen.getByRole("combobox", { name: "Encoding" }));
    await userEvent.click(await screen.findByTitle("Central European (windows-1250)"));
    await userEvent.click(screen.getByRole("combobox", { name: "Date order" }));
    await userEvent.click(await screen.findByTitle("Month first (12/31/2024)"));
    expect(screen.getByText("· 2 set")).toBeTruthy();
    await press("Upload");
    await screen.findByText("Table and dataset “sales” created");
    expect(sent(requests)).toMatchObject({ encoding: "windows-1250", day_first: "false" });
  });

  test("shows below the preview and beside the type why a column is text", async () => {
    const item = { ...PREVIEW, column_types: ["text", "text"], column_notes: [null, NOTE] };
    serve({ ...UPLOAD_ROUTES, "POST /api/v1/database/upload_metadata/": { body: { result: { items: [item] } } } });
    openPage();
    openUpload(csv());
    const notes = await screen.findByRole("list", { name: "Column notes" });
    expect(within(notes).getByText("amount")).toBeTruthy();
    expect(within(notes).getByText(NOTE)).toBeTruthy();
    await userEvent.click(screen.getByText("Columns"));
    expect(screen.getByRole("cell", { name: `amount ${NOTE}` })).toBeTruthy();
  });

  test("previews the start of a large file until all rows are checked", async () => {
    const row = "Bergen;1,5\n";
    const file = new File(["place;amount\n", row.repeat(150_000)], "long.csv");
    let checked: (() => void) | undefined;
    serve({
      ...UPLOAD_ROUTES,
      "POST /api/v1/database/upload_metadata/": async ({ body }) => {
        const isWhole = ((body as FormData).get("file") as File).size === file.size;
        if (isWhole) await new Promise<void>((resolve) => (checked = resolve));
        const item = isWhole ? { ...PREVIEW, row_count: 150_000, column_notes: [null, NOTE] } : PREVIEW;
        return { body: { result: { items: [item] } } };
      },
    });
    openPage();
    openUpload(file);
    expect(await screen.findByText("2 columns · checking all rows…")).toBeTruthy();
    await waitFor(() => expect(checked).toBeDefined());
    checked?.();
    expect(await screen.findByText("2 columns · showing first 2 rows of 150,000")).toBeTruthy();
    expect(screen.getByRole("list", { name: "Column notes" }).textContent).toContain(NOTE);
  });
});

describe("upload errors", () => {
  test("shows immediately that a table exists, and offers to replace it", async () => {
    const requests = serve(UPLOAD_ROUTES);
    openPage();
    openUpload(csv("taken.csv"));
    expect(await screen.findByText("Table “taken” already exists.")).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Upload" }).disabled).toBe(true);
    await press("Replace");
    expect(screen.getByText("The existing table and its rows will be replaced.")).toBeTruthy();
    await press("Upload");
    await screen.findByText("Table “taken” replaced");
    expect(sent(requests).already_exists).toBe("replace");
  });

  test.each([
    [400, { message: { table_name: ["Not a valid name."] } }, "Not a valid name."],
    [422, { message: 'Parsing error: "x" isn\'t a type that a column can have.' }, /isn't a type that a column/],
    [422, { message: "Parsing error: The file is not encoded as UTF-8." }, /not encoded as UTF-8/],
  ])("shows a %i error until something changes", async (status, body, text) => {
    serve({ ...UPLOAD_ROUTES, "POST /api/v1/database/2/upload/": { status, body } });
    openPage();
    openUpload(csv());
    await screen.findByRole("cell", { name: "Bergen" });
    await press("Upload");
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toMatch(text);
    await userEvent.type(screen.getByRole("textbox", { name: "Table name" }), "2");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("confirms closing an edited form", async () => {
    serve(UPLOAD_ROUTES);
    openPage();
    openUpload(csv());
    await screen.findByRole("cell", { name: "Bergen" });
    await userEvent.type(screen.getByRole("textbox", { name: "Table name" }), "_2");
    await press("Cancel");
    await press("Keep editing");
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Table name" }).value).toBe("sales_2");
    await press("Cancel");
    await press("Leave");
    await waitFor(() => expect(screen.queryByRole("textbox", { name: "Table name" })).toBeNull());
    openUpload(csv());
    await screen.findByRole("cell", { name: "Bergen" });
    await press("Cancel");
    await waitFor(() => expect(screen.queryByRole("textbox", { name: "Table name" })).toBeNull());
  });

  test.each([
    ["before a multi-line text", 'x,"one\n', ""],
    ["before a text with quotes", 'x,"one ""two""\n""', ""],
    ["after a quote within text", 'a 5" pipe,b\n', 'a 5" pipe,b\n'],
    ["after an empty quoted text", 'x,""\n', 'x,""\n'],
  ])("splits a large file between rows: %s", async (_, at, expected) => {
    const row = `x,"y, ""z"""\n`;
    const rows = row.repeat(Math.floor((1024 * 1024 - 60) / row.length));
    const sample = await sampleOf(new File([rows, at, "w".repeat(200), '"\n'], "long.csv"));
    expect((await sample.text()) === rows + expected).toBe(true);
  });

  test("keeps the form when an upload is stopped", async () => {
    serve({ ...UPLOAD_ROUTES, "POST /api/v1/database/2/upload/": () => new Promise(() => undefined) });
    openPage();
    openUpload(csv());
    await screen.findByRole("cell", { name: "Bergen" });
    await userEvent.type(screen.getByRole("textbox", { name: "Table name" }), "_2");
    await press("Upload");
    expect((await screen.findByRole("progressbar")).getAttribute("aria-valuenow")).toBe("50");
    expect(screen.getByText(/^50% · \d+ bytes of \d+ bytes$/)).toBeTruthy();
    const isLeavingAsked = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
    expect(isLeavingAsked()).toBe(true);
    await press("Stop");
    await waitFor(() => expect(isLeavingAsked()).toBe(false));
    const name = await screen.findByRole<HTMLInputElement>("textbox", { name: "Table name" });
    expect(name.value).toBe("sales_2");
    expect(screen.queryByRole("alert")).toBeNull();
  });
});

describe("without a database that allows uploads", () => {
  const closed: Routes = {
    ...UPLOAD_ROUTES,
    "GET /api/v1/database/": (request) => (isOfUploads(request) ? listOf([]) : listOf([database(1, "warehouse")])),
  };

  test("users who can't change that see a disabled entry", async () => {
    serve(closed);
    openPage();
    await press("New");
    const entry = await screen.findByRole("menuitem", { name: "Upload file" });
    await waitFor(() => expect(entry.getAttribute("aria-disabled")).toBe("true"));
    expect(document.querySelector("[title^='No database allows uploads yet']")).toBeTruthy();
  });

  test("users who can change that allow uploads and continue with their file", async () => {
    let isOpen = false;
    const requests = serve({
      ...closed,
      "GET /api/v1/database/": (one) => (isOfUploads(one) && !isOpen ? listOf([]) : listOf([database(2, "warehouse")])),
      "PUT /api/v1/database/2": () => {
        isOpen = true;
        return { body: { id: 2, result: {} } };
      },
    });
    openPage(ADMIN);
    openUpload(csv());
    expect(await screen.findByText("No database allows uploads yet")).toBeTruthy();
    const connect = screen.getByRole("link", { name: "Connect a database" });
    expect(connect.getAttribute("href")).toBe("/databaseview/list/?connect=1");
    await press("Allow file uploads");
    const form = within(await screen.findByRole("dialog"));
    expect(await form.findByRole("cell", { name: "Bergen" })).toBeTruthy();
    expect(requests.find(({ method }) => method === "PUT")?.body).toEqual({ allow_file_upload: true });
  });
});

test("users without permission aren't offered to upload", async () => {
  serve(UPLOAD_ROUTES);
  openPage([["can_write", "Chart"]]);
  await press("New");
  await screen.findByRole("menuitem", { name: "Chart" });
  expect(screen.queryByRole("menuitem", { name: "Upload file" })).toBeNull();
  fireEvent.drop(document.body, { dataTransfer: { types: ["Files"], files: [csv()] } });
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a large Parquet file is uploaded without a preview, which would send it twice", async () => {
  const requests = serve(UPLOAD_ROUTES);
  openPage();
  const file = new File(["PAR1"], "large.parquet");
  Object.defineProperty(file, "size", { value: 300 * 1024 * 1024 });
  openUpload(file);
  expect(await screen.findByText("Parquet files larger than 100 MB have no preview.")).toBeTruthy();
  await waitFor(() => expect(screen.getByText("main")).toBeTruthy());
  await press("Upload");
  expect(await screen.findByText(/created/)).toBeTruthy();
  expect(requests.some(({ path }) => path.endsWith("upload_metadata/"))).toBe(false);
});
