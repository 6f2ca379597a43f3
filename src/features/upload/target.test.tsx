import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test } from "vitest";
import { type Routes, serve } from "../../testing/network.ts";
import { pick, press } from "../../testing/steps.ts";
import { csv, database, listOf, openPage, UPLOAD_ROUTES } from "../../testing/upload-dialog.tsx";
import { closeUpload, openUpload } from "./upload.ts";

async function begin(routes: Routes = UPLOAD_ROUTES) {
  const requests = serve(routes);
  openPage();
  openUpload(csv());
  await screen.findByText("Bergen");
  return { requests };
}

afterEach(closeUpload);

describe("upload target", () => {
  test("loads the schemas of the chosen database", async () => {
    const { requests } = await begin({
      ...UPLOAD_ROUTES,
      "GET /api/v1/database/1/schemas/": { body: { result: ["raw", "public"] } },
      "GET /api/v1/database/1/tables/": { body: { count: 0, result: [] } },
      "POST /api/v1/database/1/upload/": { status: 201, body: { message: "OK", result: { rows: 1, columns: [] } } },
    });
    await waitFor(() => expect(screen.getByText("main")).toBeTruthy());
    await pick("Database", "warehouse");
    expect(await screen.findByText("public"), "the default schema is selected").toBeTruthy();
    await press("Upload");
    await screen.findByText("Table and dataset “sales” created");
    const upload = requests.find(({ path }) => path.endsWith("/1/upload/"))?.body as FormData;
    expect(upload.get("schema")).toBe("public");
    expect(screen.getByText("1 row")).toBeTruthy();
    expect(screen.queryByText("Explore"), "its dataset is unknown").toBeNull();
  });

  test.each([
    [{ body: { result: [] } }, "You can't upload to any schema in this database."],
    [{ status: 500, body: { message: "The database is asleep" } }, "The database is asleep"],
  ])("shows why there are no schemas: %o", async (answer, text) => {
    await begin({ ...UPLOAD_ROUTES, "GET /api/v1/database/2/schemas/": answer });
    expect(await screen.findByText(text)).toBeTruthy();
  });

  test("retries loading databases", async () => {
    let isUp = false;
    serve({
      ...UPLOAD_ROUTES,
      "GET /api/v1/database/": () =>
        isUp ? listOf([database(2, "uploads")]) : { status: 500, body: { message: "Out of order" } },
    });
    openPage();
    openUpload(csv());
    expect(await screen.findByText("Failed to load databases")).toBeTruthy();
    isUp = true;
    await press("Retry");
    expect(await screen.findByText("Bergen")).toBeTruthy();
  });

  test("resets the form for another file", async () => {
    const { requests } = await begin();
    await press("Upload");
    await press("Upload another");
    expect(await screen.findByText(/or drop it here/)).toBeTruthy();
    await userEvent.upload(screen.getByLabelText("Choose a file"), csv("More.csv"));
    await screen.findByText("Bergen");
    expect(screen.getByLabelText<HTMLInputElement>("Table name").value).toBe("more");
    expect(requests.filter(({ path }) => path.endsWith("/upload/"))).toHaveLength(1);
  });
});
