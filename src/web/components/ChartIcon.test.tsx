import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { CHART_CARDS } from "../../chart-types/index.ts";
import { ChartIcon } from "./ChartIcon.tsx";

test("every chart type has its own icon", () => {
  const without = CHART_CARDS.filter((card) => {
    const { container, unmount } = render(<ChartIcon name={card.icon} />);
    const isPlain = container.querySelector(".lucide-shapes") !== null;
    unmount();
    return isPlain;
  });
  expect(without.map((card) => card.key)).toEqual([]);
});
