import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { NewMenu } from "../features/new-menu/NewMenu.tsx";
import { FileDrop } from "../features/upload/FileDrop.tsx";
import { UploadHost } from "../features/upload/UploadHost.tsx";
import { closeUpload } from "../features/upload/upload.ts";
import { RailButton } from "../shell/Rail.tsx";
import { forgetCsrfToken } from "../web/client/client.ts";
import { queryClient } from "../web/client/query.ts";
import { signedIn, useSession } from "../web/session/session.ts";
import type { RecordedRequest, Routes } from "./network.ts";

type Pair = readonly [string, string];
export const UPLOADER: readonly Pair[] = [
  ["can_upload", "Database"],
  ["can_read", "Database"],
  ["can_read", "Explore"],
  ["can_read", "SQLLab"],
];
export const ADMIN: readonly Pair[] = [...UPLOADER, ["can_write", "Database"]];
export const database = (id: number, name: string, supports = true) => ({
  id,
  database_name: name,
  engine_information: { supports_file_upload: supports },
});
export const listOf = (rows: object[]) => ({ body: { count: rows.length, ids: [], result: rows } });
export const isOfUploads = ({ query }: RecordedRequest) => query.get("q")?.includes("upload_is_enabled") === true;
export const PREVIEW = {
  sheet_name: null,
  column_names: ["place", "amount"],
  column_types: ["text", "double"],
  column_notes: [null, null] as (string | null)[],
  row_count: 2,
  format: {
    encoding: "windows-1252",
    delimiter: ";",
    decimal_character: ",",
    thousands_character: "",
    day_first: true,
  },
  rows: [
    ["Bergen", "1.5"],
    ["Oslo", null],
  ],
};
export const NOTE = 'Stored as text: 3 of 2,000 values aren\'t numbers (line 17: "n/k").';
const UPLOADED = {
  message: "OK",
  result: { rows: 2000, columns: [{ name: "amount", type: "text", note: NOTE }] },
};
export const UPLOAD_ROUTES: Routes = {
  "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
  "GET /api/v1/database/": listOf([database(1, "warehouse"), database(2, "uploads"), database(3, "cube", false)]),
  "GET /api/v1/database/2/schemas/": { body: { result: ["main"] } },
  "GET /api/v1/database/2/tables/": { body: { count: 1, result: [{ value: "Taken", type: "table", extra: null }] } },
  "POST /api/v1/database/upload_metadata/": { body: { result: { items: [PREVIEW] } } },
  "POST /api/v1/database/2/upload/": { status: 201, body: UPLOADED },
  "GET /api/v1/dataset/": listOf([
    { id: 8, table_name: "sales", schema: "other" },
    { id: 9, table_name: "sales", schema: "main" },
  ]),
};
export const csv = (name = "Sales.csv") => new File(["place;amount\nBergen;1,5\nOslo;2,5\n"], name);

export function openPage(pairs = UPLOADER) {
  queryClient.clear();
  forgetCsrfToken();
  closeUpload();
  const user = { userId: 1, username: "ada", firstName: "Ada", lastName: "L", email: "", isAnonymous: false };
  useSession.setState(signedIn({ ...user, roles: { Alpha: pairs } }), true);
  const page = (
    <>
      <NewMenu>{(props) => <RailButton {...props} />}</NewMenu>
      <UploadHost />
      <FileDrop />
    </>
  );
  const router = createMemoryRouter([{ path: "*", element: page }], { initialEntries: ["/"] });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

export function sent(requests: RecordedRequest[]): Record<string, unknown> {
  const upload = requests.find(({ path }) => path.endsWith("/2/upload/"));
  return upload ? Object.fromEntries(upload.body as FormData) : {};
}
