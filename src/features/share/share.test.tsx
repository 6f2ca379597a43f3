import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { useToasts } from "../../web/toasts/toasts.ts";
import { ShareDialog, type ShareDialogProps } from "./ShareDialog.tsx";

const SAVED = "https://tessera.example/superset/dashboard/sales/";
const PERMALINK = "https://tessera.example/superset/dashboard/p/abc/";

beforeEach(() => useToasts.setState({ toasts: [] }));

function show(props: Partial<ShareDialogProps> = {}) {
  const clipboard = vi.fn(async (_: string) => {});
  Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText: clipboard } });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ShareDialog
        noun="dashboard"
        id={5}
        name="Sales"
        audience={<p>All users</p>}
        link={{ saved: SAVED }}
        emails={[]}
        downloads={[]}
        embedding={[]}
        onClose={() => {}}
        {...props}
      />
    </QueryClientProvider>,
  );
  return clipboard;
}

const field = () => screen.findByRole<HTMLInputElement>("textbox", { name: "Link" });

test("copies the saved link, or one with the current state when asked", async () => {
  const create = vi.fn(async () => PERMALINK);
  const clipboard = show({ link: { saved: SAVED, withState: { label: "With state", isDefault: false, create } } });
  expect((await field()).value).toBe(SAVED);
  expect(create).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: "Copy link" }));
  expect(clipboard).toHaveBeenLastCalledWith(SAVED);
  await userEvent.click(screen.getByRole("checkbox", { name: "With state" }));
  await waitFor(async () => expect((await field()).value).toBe(PERMALINK));
  await userEvent.click(screen.getByRole("button", { name: "Copy link" }));
  expect(clipboard).toHaveBeenLastCalledWith(PERMALINK);
  const mail = new URL(screen.getByRole<HTMLAnchorElement>("link", { name: "Send link by email" }).href);
  expect(mail.searchParams.get("body")).toBe(`Sales\n${PERMALINK}`);
});

test("what has no saved address has a link with its state only", async () => {
  const create = vi.fn().mockRejectedValueOnce(new Error("No room")).mockResolvedValue(PERMALINK);
  show({ noun: "chart", link: { withState: { label: "With state", isDefault: false, create } } });
  await screen.findByText("Share chart “Sales”");
  expect(screen.queryByRole("checkbox")).toBeNull();
  await userEvent.click(await screen.findByRole("button", { name: "Retry" }));
  await waitFor(async () => expect((await field()).value).toBe(PERMALINK));
});

test("shows downloads and emails as buttons, and leaves out what isn't offered", async () => {
  const onSelect = vi.fn();
  const item = (label: string) => ({ key: label, label, onSelect });
  show({
    downloads: [{ key: "all", group: "All data", items: [item("CSV")] }, item("Image")],
    emails: [{ key: "manage", label: "Manage email report", children: [item("Send now")] }],
  });
  const downloads = within(await screen.findByRole("region", { name: "Download" }));
  await userEvent.click(downloads.getByRole("button", { name: "CSV" }));
  await userEvent.click(downloads.getByRole("button", { name: "Image" }));
  expect(onSelect).toHaveBeenCalledTimes(2);
  await userEvent.click(screen.getByRole("button", { name: "Manage email report" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Send now" }));
  expect(onSelect).toHaveBeenCalledTimes(3);
  expect(screen.queryByRole("region", { name: "Embed" })).toBeNull();
});
