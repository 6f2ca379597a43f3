import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TimeRangePicker } from "./TimeRangePicker.tsx";

function answer(url: string): Response {
  const q = new URL(url, "http://localhost").searchParams.get("q") ?? "";
  const bounds: Record<string, [string, string]> = {
    "'Last week'": ["2026-11-14T00:00:00", "2026-11-21T00:00:00"],
    "'Last month'": ["2026-10-21T00:00:00", "2026-11-21T00:00:00"],
  };
  const found = bounds[q];
  const headers = { "content-type": "application/json" };
  if (!found)
    return new Response(JSON.stringify({ message: `Cannot parse time string [${q}]` }), { status: 400, headers });
  const [since, until] = found;
  return new Response(JSON.stringify({ result: [{ since, until, timeRange: q, shift: null }] }), { headers });
}

beforeEach(() => {
  vi.stubGlobal("fetch", async (url: string) => answer(url));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function show(value: string, onChange: (value: string) => void = () => {}) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TimeRangePicker label="Departure date" value={value} onChange={onChange} clearable />
    </QueryClientProvider>,
  );
}

describe("TimeRangePicker", () => {
  it("shows its range in words and clears it", async () => {
    const onChange = vi.fn();
    show("2001-01-01 : 2001-07-01", onChange);
    expect(screen.getByRole("button", { name: "Departure date: 1 Jan – 30 Jun 2001" })).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Clear Departure date" }));
    expect(onChange).toHaveBeenCalledWith("No filter");
  });

  it("previews the range and emits it on Apply", async () => {
    const onChange = vi.fn();
    show("Last week", onChange);
    await userEvent.click(screen.getByRole("button", { name: /^Departure date:/ }));
    await screen.findByText("14 Nov – 20 Nov 2026");
    await userEvent.click(screen.getByRole("radio", { name: "Last month" }));
    await screen.findByText("21 Oct – 20 Nov 2026");
    expect(onChange).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole("button", { name: "Apply" }));
    expect(onChange).toHaveBeenCalledWith("Last month");
  });

  it("disables Apply for a range that the server can't parse", async () => {
    const onChange = vi.fn();
    show("Last week", onChange);
    await userEvent.click(screen.getByRole("button", { name: /^Departure date:/ }));
    await userEvent.click(await screen.findByRole("radio", { name: "Advanced" }));
    const start = screen.getByRole("textbox", { name: "Range" });
    await userEvent.clear(start);
    await userEvent.type(start, "nonsense");
    await screen.findByText(/Cannot parse time string/);
    await waitFor(() => expect(screen.getByRole("button", { name: "Apply" })).toHaveProperty("disabled", true));
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(onChange).not.toHaveBeenCalled();
  });
});
