import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { type Part, part, usePart } from "./part.ts";

function Shown({ asked }: { asked: Part<string> }) {
  return <p>{usePart(asked) ?? "on its way"}</p>;
}

test("a part is shown once it has been fetched", async () => {
  render(<Shown asked={part(async () => "the part")} />);
  expect(screen.getByText("on its way")).toBeDefined();
  expect(await screen.findByText("the part")).toBeDefined();
});

test("a part that comes between the rendering and its effect is shown too", async () => {
  let isRendered = false;
  const fetched = part(async () => "the part");
  await fetched.load();
  const loaded = () => {
    if (isRendered) return fetched.loaded();
    isRendered = true;
    return undefined;
  };
  render(<Shown asked={{ ...fetched, loaded }} />);
  expect(await screen.findByText("the part")).toBeDefined();
});
