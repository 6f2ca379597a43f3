import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import type { ImportResult } from "../../api/bundle/contract.ts";
import { type Answer, type RecordedRequest, serve } from "../../testing/network.ts";
import { forgetCsrfToken } from "../../web/client/client.ts";
import { queryClient } from "../../web/client/query.ts";
import { dismiss, useToasts } from "../../web/toasts/toasts.ts";
import { ImportDialog } from "./ImportDialog.tsx";

const PATH = "POST /api/v1/bundle/import/";
const EXISTS = "Dashboard already exists and `overwrite=true` was not passed";
const NEW: ImportResult = {
  items: [
    { file: "databases/a.yaml", kind: "database", name: "Sales", action: "keep" },
    { file: "charts/b.yaml", kind: "chart", name: "Orders", action: "create" },
    { file: "charts/c.yaml", kind: "chart", name: "Returns", action: "create" },
    { file: "dashboards/d.yaml", kind: "dashboard", name: "Shop", action: "create" },
  ],
  unused: [],
  needs: {},
};
const onClose = vi.fn();
const toasts = () => useToasts.getState().toasts.map((each) => each.text);

beforeEach(() => {
  queryClient.clear();
  forgetCsrfToken();
  onClose.mockClear();
  for (const each of useToasts.getState().toasts) dismiss(each.id);
});

function serveImport(plan: Partial<ImportResult> | Answer, ...imports: Answer[]): RecordedRequest[] {
  const planAnswer = "status" in plan ? (plan as Answer) : { body: { message: "OK", result: { ...NEW, ...plan } } };
  return serve({
    "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
    [PATH]: ({ query }) =>
      query.get("dry_run") === "true" ? planAnswer : (imports.shift() ?? { body: { message: "OK", result: NEW } }),
  });
}

const rejection = (extra: Record<string, unknown>): Answer => ({
  status: 422,
  body: {
    errors: [{ message: "Error importing dashboard", error_type: "GENERIC_COMMAND_ERROR", level: "warning", extra }],
  },
});

const importsIn = (requests: readonly RecordedRequest[]) =>
  requests
    .filter(({ method, query }) => method === "POST" && !query.has("dry_run"))
    .map(({ body }) => body as FormData);

async function choose(name = "bundle.zip") {
  await userEvent.upload(screen.getByLabelText("File"), new File(["zip"], name));
}

async function open() {
  const noun = { one: "dashboard", many: "dashboards" } as const;
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <ImportDialog noun={noun} onClose={onClose} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByLabelText("File");
  await choose();
}

const button = (name: string | RegExp) => screen.findByRole("button", { name }) as Promise<HTMLButtonElement>;
const plan = () => screen.findByRole("region", { name: "Import preview" });

test("previews an import", async () => {
  const unused = [{ file: "charts/b.yaml", text: "Unknown settings (not used, but included in exports): mood" }];
  const requests = serveImport({ unused });
  await open();
  const preview = await plan();
  expect(
    within(preview)
      .getAllByRole("heading")
      .map((each) => each.textContent),
  ).toEqual(["New", "Unchanged", "Data from", "Limitations"]);
  expect(preview.textContent).toContain("“Sales” (already connected, stays as it is)");
  expect(preview.textContent).toContain("1 dashboard, 2 charts");
  expect(preview.textContent).toContain("Shop, Orders, Returns");
  expect(preview.textContent).toContain("Unknown settings (not used, but included in exports): moodcharts/b.yaml");
  expect(importsIn(requests)).toHaveLength(0);
  await userEvent.click(await button(/Import$/));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(importsIn(requests).map((form) => form.get("formData"))).toEqual([
    expect.objectContaining({ name: "bundle.zip" }),
  ]);
  expect(toasts()).toEqual(["Imported: 1 dashboard, 2 charts"]);
});

test("names what is replaced, not its file", async () => {
  const changed = { file: "dashboards/d.yaml", kind: "dashboard", name: "Shop (imported)", action: "update" } as const;
  const items = [...NEW.items.slice(0, 3), { ...changed, replaces: "Shop" }];
  serveImport({ items, needs: { "dashboards/d.yaml": EXISTS } });
  await open();
  expect((await plan()).textContent).toContain("Shop (imported) (replaces “Shop”)");
  const confirmation = await screen.findByLabelText("Type OVERWRITE to replace 1 existing item.");
  expect(confirmation.parentElement?.textContent).toMatch(/item\.Shop$/);
});

test("uses the last chosen file", async () => {
  let first: (answer: Answer) => void = () => {};
  const requests = serve({
    "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
    [PATH]: ({ body }) => {
      const { name } = (body as FormData).get("formData") as File;
      if (name === "bundle.zip") return new Promise<Answer>((resolve) => (first = resolve));
      return { body: { message: "OK", result: { ...NEW, items: NEW.items.slice(0, 1) } } };
    },
  });
  await open();
  await choose("second.zip");
  expect((await plan()).textContent).toContain("Sales");
  first({ body: { message: "OK", result: NEW } });
  await waitFor(() => expect(requests.filter(({ method }) => method === "POST")).toHaveLength(2));
  expect((await plan()).textContent).not.toContain("Shop");
});

test("requires typing OVERWRITE, in any case, if items exist", async () => {
  const requests = serveImport({ needs: { "dashboards/d.yaml": EXISTS } });
  await open();
  const overwrite = await button(/Overwrite/);
  expect(overwrite.disabled).toBe(true);
  await userEvent.type(screen.getByLabelText("Type OVERWRITE to replace 1 existing item."), "overwrite");
  await userEvent.click(overwrite);
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(importsIn(requests)[0]?.get("overwrite")).toBe("true");
});

test("an unchanged bundle asks for nothing, and isn't sent", async () => {
  const items = NEW.items.map((item) => ({ ...item, action: "keep" as const }));
  const requests = serveImport({ items, needs: { "dashboards/d.yaml": EXISTS } });
  await open();
  expect(await screen.findByText(/^Nothing to import/)).toBeTruthy();
  expect(screen.queryByLabelText(/^Type OVERWRITE/)).toBeNull();
  expect((await button(/Import$/)).disabled).toBe(true);
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(importsIn(requests)).toHaveLength(0);
});

test("a file of another kind is named, and not sent", async () => {
  const requests = serveImport({});
  await open();
  await plan();
  const before = requests.length;
  await userEvent.upload(screen.getByLabelText("File"), new File(["a"], "sales.csv"), { applyAccept: false });
  expect((await screen.findByRole("alert")).textContent).toContain("“sales.csv” isn't an export");
  expect(screen.queryByRole("region", { name: "Import preview" })).toBeNull();
  expect(requests).toHaveLength(before);
});

test("asks for a new database name if it is in use", async () => {
  const nameTaken = { database_name: ["A database with the same name already exists."] };
  const requests = serveImport(
    { needs: { "databases/a.yaml": nameTaken } },
    rejection({ "databases/a.yaml": nameTaken }),
  );
  await open();
  const field = await screen.findByLabelText("New database name for Sales");
  expect((field as HTMLInputElement).value).toBe("Sales 2");
  await userEvent.click(await button(/Import$/));
  expect((await screen.findByRole("alert")).textContent).toContain("databases/a.yaml: database_name: A database");
  await userEvent.clear(field);
  expect((await button(/Import$/)).disabled).toBe(true);
  await userEvent.type(field, "Sales 3");
  await userEvent.click(await button(/Import$/));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(importsIn(requests).at(-1)?.get("database_names")).toBe('{"databases/a.yaml":"Sales 3"}');
});

test("asks for every secret of every database, keeps entered ones, then requires OVERWRITE", async () => {
  const texts = {
    "databases/a.yaml": ["Must provide a private key for the ssh tunnel"],
    "databases/b.yaml": [
      "Must provide a password for the database",
      "Must provide value for masked_encrypted_extra field: $.oauth.token",
      "Must provide value for masked_encrypted_extra field: $.oauth.id",
    ],
  };
  const needs = Object.fromEntries(Object.entries(texts).map(([file, _schema]) => [file, { _schema }]));
  const requests = serveImport({ needs }, rejection({ "databases/b.yaml": EXISTS }));
  await open();
  const key = await screen.findByLabelText("SSH tunnel private key for Sales");
  await waitFor(() => expect(document.activeElement).toBe(key));
  await userEvent.keyboard("line 1{Enter}line 2");
  await userEvent.type(screen.getByLabelText("Database password for databases/b.yaml"), "s3");
  await userEvent.type(screen.getByLabelText("Additional credentials oauth.token for databases/b.yaml"), "t");
  const go = await button(/Import$/);
  expect(go).toHaveProperty("disabled", true);
  await userEvent.type(screen.getByLabelText("Additional credentials oauth.id for databases/b.yaml"), "i");
  await userEvent.click(go);
  await userEvent.type(await screen.findByLabelText(/^Type OVERWRITE/), "overwrite");
  await userEvent.type(screen.getByLabelText("Database password for databases/b.yaml"), "cret");
  await userEvent.click(await button(/Overwrite/));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const form = importsIn(requests).at(-1);
  expect(form?.get("ssh_tunnel_private_keys")).toBe('{"databases/a.yaml":"line 1\\nline 2"}');
  expect(form?.get("passwords")).toBe('{"databases/b.yaml":"s3cret"}');
  expect(form?.get("encrypted_extra_secrets")).toBe('{"databases/b.yaml":{"$.oauth.token":"t","$.oauth.id":"i"}}');
  expect(form?.get("overwrite")).toBe("true");
});

test("rejects a broken file immediately", async () => {
  const requests = serveImport({ status: 400, body: { message: "Not a ZIP file" } });
  await open();
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Not a ZIP file");
  expect(alert.textContent).toContain("Please re-export your file and try importing again");
  expect(importsIn(requests)).toHaveLength(0);
});

test("takes a dropped file, and links to what was imported", async () => {
  const items = NEW.items.map((item, at) => ({ ...item, id: at + 1 }));
  serveImport({}, { body: { message: "OK", result: { ...NEW, items } } });
  await open();
  const file = new File(["zip"], "dropped.zip");
  const event = Object.assign(new Event("drop", { bubbles: true }), {
    dataTransfer: { types: ["Files"], files: [file] },
  });
  screen.getByLabelText("File").dispatchEvent(event);
  expect(await screen.findByText("dropped.zip")).toBeTruthy();
  await plan();
  await userEvent.click(await button(/Import$/));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(useToasts.getState().toasts[0]?.action?.label).toBe("Open “Shop”");
});

test("asks before a bundle of everything overwrites", async () => {
  const changed = { file: "dashboards/d.yaml", kind: "dashboard", name: "Shop", action: "update" } as const;
  serveImport({ items: [changed] });
  await open();
  expect(await screen.findByLabelText("Type OVERWRITE to replace 1 existing item.")).toBeTruthy();
});
