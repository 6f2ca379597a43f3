import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import { update } from "../../api/chart/contract.ts";
import { type RecordedRequest, serve } from "../../testing/network.ts";
import { call, forgetCsrfToken } from "../../web/client/client.ts";
import { errorOfResponse } from "../../web/client/errors.ts";
import { queryClient } from "../../web/client/query.ts";
import { dismiss, useToasts } from "../../web/toasts/toasts.ts";
import { OverwriteHost } from "./OverwriteHost.tsx";
import { saveWithConfirm, useOverwrite } from "./overwrite.ts";

const FIRST = "2026-04-16T15:19:00.000001";
const SECOND = "2026-04-16T15:20:00.000002";
const STALE = {
  errors: [
    {
      message: "Please confirm the overwrite values.",
      error_type: "GENERIC_COMMAND_ERROR",
      level: "warning",
      extra: {
        overwriteConfirmMetadata: {
          updatedAt: "2026-04-16T15:20:00.000002+0000",
          updatedBy: "Ada Lovelace",
          state: SECOND,
          changedItems: [
            { keyPath: "slice_name", oldValue: "Theirs", newValue: "Ours" },
            { keyPath: "params.metrics", oldValue: ["sum"], newValue: null },
            { keyPath: "query_context.form_data.metrics", oldValue: ["sum"], newValue: null },
            { keyPath: "query_context.queries", oldValue: [{ metrics: ["sum"] }], newValue: [{ metrics: [] }] },
          ],
        },
      },
    },
  ],
};

const toastTexts = () => useToasts.getState().toasts.map((each) => each.text);
const bases = (requests: readonly RecordedRequest[]) =>
  requests.filter(({ method }) => method === "PUT").map(({ headers }) => headers.get("if-match"));

const Host = () => (
  <QueryClientProvider client={queryClient}>
    <OverwriteHost />
  </QueryClientProvider>
);

function stale(state: string) {
  const [error] = STALE.errors;
  const metadata = { ...error?.extra.overwriteConfirmMetadata, state };
  return errorOfResponse(412, { errors: [{ ...error, extra: { overwriteConfirmMetadata: metadata } }] });
}

function begin() {
  const requests = serve({
    "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
    "PUT /api/v1/chart/3": ({ headers }) =>
      headers.get("if-match") === `"${SECOND}"`
        ? { body: { id: 3, result: {} }, headers: { etag: `"${FIRST}x"` } }
        : { status: 412, body: STALE },
  });
  render(<Host />);
  const states: string[] = [];
  const onState = (state: string) => states.push(state);
  const args = { params: { id: 3 }, body: { slice_name: "Ours" } };
  const saving = saveWithConfirm({ noun: "chart", id: 3 }, FIRST, (basedOn) =>
    call(update, args, { basedOn, onState }),
  );
  return { requests, saving, states };
}

beforeEach(() => {
  forgetCsrfToken();
  for (const each of useToasts.getState().toasts) dismiss(each.id);
});

describe("a save that would overwrite another user's", () => {
  test("shows who changed what, and overwrites only that save once confirmed", async () => {
    const { requests, saving, states } = begin();
    const dialog = await screen.findByRole("dialog", { name: "Overwrite this chart?" });
    expect(toastTexts()).toEqual(["Please confirm the overwrite values."]);
    for (const text of ["Ada Lovelace", "Name", "Theirs", "Ours", "Metrics", "sum", "2 values would be replaced"]) {
      expect(dialog.textContent).toContain(text);
    }
    expect(dialog.textContent).not.toContain("query_context");
    expect(bases(requests)).toEqual([`"${FIRST}"`]);
    await userEvent.click(screen.getByRole("button", { name: "Overwrite" }));
    expect(await saving).toEqual({ id: 3, result: {} });
    expect(bases(requests)).toEqual([`"${FIRST}"`, `"${SECOND}"`]);
    expect(states).toEqual([`${FIRST}x`]);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("saves nothing and stays silent when canceled", async () => {
    const { requests, saving } = begin();
    const outcome = saving.catch((error: { kind: string }) => error.kind);
    await userEvent.click(await screen.findByRole("button", { name: "Cancel" }));
    expect(await outcome).toBe("aborted");
    expect(bases(requests)).toEqual([`"${FIRST}"`]);
    expect(toastTexts()).toEqual(["Please confirm the overwrite values."]);
  });

  test("asks again about a third save in between, based on that one", async () => {
    const bases: (string | undefined)[] = [];
    render(<Host />);
    const saving = saveWithConfirm({ noun: "chart", id: 3 }, FIRST, async (basedOn) => {
      bases.push(basedOn);
      if (bases.length < 3) throw stale(bases.length === 1 ? SECOND : `${SECOND}b`);
      return "saved";
    });
    await userEvent.click(await screen.findByRole("button", { name: "Overwrite" }));
    await waitFor(() => expect(bases).toHaveLength(2));
    await userEvent.click(await screen.findByRole("button", { name: "Overwrite" }));
    expect(await saving).toBe("saved");
    expect(bases).toEqual([FIRST, SECOND, `${SECOND}b`]);
  });

  test("cancels an open confirmation for another object", async () => {
    const kindOf = (error: { kind: string }) => error.kind;
    const baseOf = (id: number) =>
      saveWithConfirm({ noun: "chart", id }, FIRST, () => Promise.reject(stale(SECOND))).catch(kindOf);
    const first = baseOf(3);
    await waitFor(() => expect(useOverwrite.getState().question?.object.id).toBe(3));
    const second = baseOf(4);
    expect(await first).toBe("aborted");
    await waitFor(() => expect(useOverwrite.getState().question?.object.id).toBe(4));
    useOverwrite.getState().question?.answer(false);
    expect(await second).toBe("aborted");
  });

  test.each([
    ["another failure", errorOfResponse(500, { message: "Out of order" })],
    ["a server that doesn't list replaced values", errorOfResponse(412, { message: "Precondition Failed" })],
  ])("doesn't ask about %s", async (_, error) => {
    await expect(saveWithConfirm({ noun: "chart", id: 3 }, FIRST, () => Promise.reject(error))).rejects.toBe(error);
    expect(useOverwrite.getState().question).toBeUndefined();
  });
});
