import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { MemoryRouter } from "react-router";
import { describe, expect, test } from "vitest";
import { ChartAddPage } from "../../pages/chart-add/ChartAddPage.tsx";
import { serve } from "../../testing/network.ts";
import { PeopleSelect, type PersonChoice } from "../components/PeopleSelect.tsx";

const ADA = { id: 1, name: "Ada Byron" };
const ALL = [ADA, { id: 2, name: "Bea Cole" }, { id: 3, name: "Cem Duran" }];
const SALES = { id: 7, name: "Dot Eder (sales)" };

type Search = (text: string) => Promise<PersonChoice[]>;

function Owners({ search }: { search: Search }) {
  const [people, setPeople] = useState<readonly PersonChoice[]>([ADA]);
  return (
    <>
      <label htmlFor="owners">Owners</label>
      <PeopleSelect id="owners" value={people} search={search} onChange={setPeople} />
      <output>{people.map(({ name }) => name).join(", ")}</output>
    </>
  );
}

function open() {
  const answers = Promise.withResolvers<void>();
  const searches: string[] = [];
  const search: Search = async (text) => {
    searches.push(text);
    if (!text) return ALL;
    await answers.promise;
    // Users are found by more than their names.
    return [...ALL, SALES].filter(({ name }) => name.toLowerCase().includes(text) || text === "head of sales");
  };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Owners search={search} />
    </QueryClientProvider>,
  );
  const field = screen.getByRole("combobox", { name: "Owners" });
  return { field, searches, answer: answers.resolve, chosen: () => screen.getByRole("status").textContent };
}

function enter(field: HTMLElement) {
  fireEvent.keyDown(field, { key: "Enter", keyCode: 13 });
  fireEvent.keyUp(field, { key: "Enter", keyCode: 13 });
}

describe("choices found by the server", () => {
  test("are selected with Enter before results arrive only if they match the text", async () => {
    const { field, searches, answer, chosen } = open();
    await userEvent.click(field);
    await screen.findByTitle("Bea Cole");
    await userEvent.type(field, "dot");
    enter(field);
    expect(chosen()).toBe("Ada Byron");
    await waitFor(() => expect(searches).toContain("dot"));
    enter(field);
    expect(chosen()).toBe("Ada Byron");
    answer();
    await screen.findByTitle("Dot Eder (sales)");
    enter(field);
    expect(chosen()).toBe("Ada Byron, Dot Eder (sales)");
    expect(field).toHaveProperty("value", "");
    await screen.findByTitle("Cem Duran");
    await userEvent.type(field, "duran");
    enter(field);
    expect(chosen()).toBe("Ada Byron, Dot Eder (sales), Cem Duran");
  });

  test("include all results, whatever they matched by, except selected ones", async () => {
    const { field, searches, answer, chosen } = open();
    answer();
    await userEvent.click(field);
    await userEvent.type(field, "bea");
    await waitFor(() => expect(searches).toContain("bea"));
    await waitFor(() => expect(screen.queryByTitle("Cem Duran")).toBeNull());
    enter(field);
    expect(chosen()).toBe("Ada Byron, Bea Cole");
    await userEvent.type(field, "head of sales");
    await waitFor(() => expect(screen.queryByTitle("Dot Eder (sales)")).not.toBeNull());
  });

  test("are cleared on blur", async () => {
    const { field, answer } = open();
    answer();
    await userEvent.click(field);
    await userEvent.type(field, "bea");
    await waitFor(() => expect(screen.queryByTitle("Cem Duran")).toBeNull());
    await userEvent.tab();
    await userEvent.click(field);
    await screen.findByTitle("Cem Duran");
  });

  test("never select another dataset for a new chart on Enter", async () => {
    const answers = Promise.withResolvers<void>();
    const row = (id: number, table_name: string) => ({ id, table_name, database: { database_name: "Examples" } });
    serve({
      "GET /api/v1/dataset/": async ({ url }) => {
        if (url.includes("wea")) await answers.promise;
        const result = url.includes("wea") ? [row(9, "weather")] : [row(1, "airports"), row(2, "cars")];
        return { body: { count: result.length, ids: [], result } };
      },
    });
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MemoryRouter>
          <ChartAddPage />
        </MemoryRouter>
      </QueryClientProvider>,
    );
    const create = screen.getByRole("button", { name: "Create new chart" });
    const field = screen.getByRole("combobox", { name: "Dataset" });
    await userEvent.click(field);
    await screen.findAllByText("airports");
    await userEvent.type(field, "wea");
    enter(field);
    expect(create.title).toBe("Choose a dataset first");
    expect(field).toHaveProperty("value", "wea");
    answers.resolve();
    await screen.findAllByText("weather");
    enter(field);
    expect(create.title).toBe("Choose a chart type");
  });
});
