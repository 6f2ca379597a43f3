import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { rich } from "./rich.tsx";

test("renders tags as elements", () => {
  const { container } = render(
    rich("Table and dataset <b>{table}</b> created ({rows, plural, one {# row} other {# rows}}).", {
      table: "<sales>",
      rows: 2000,
      b: (text) => <b>{text}</b>,
    }),
  );
  expect(container.innerHTML).toBe("Table and dataset <b>&lt;sales&gt;</b> created (2,000 rows).");
});

test("renders nested elements with values", () => {
  const { container } = render(
    rich("Read the <link>guide to <i>{name}</i></link> first.", {
      name: "SQL Lab",
      link: (text) => <a href="/docs">{text}</a>,
      i: (text) => <i>{text}</i>,
    }),
  );
  expect(container.innerHTML).toBe('Read the <a href="/docs">guide to <i>SQL Lab</i></a> first.');
});
