import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { useAppearance } from "./theme.ts";

test("sends the selected appearance to the server, but not the device default", () => {
  const { result } = renderHook(() => useAppearance());
  const choose = (value: "dark" | "system") => act(() => result.current[1](value));
  choose("dark");
  expect(result.current[0]).toBe("dark");
  expect(document.cookie).toContain("tessera_appearance=dark");
  choose("system");
  expect(document.cookie).not.toContain("tessera_appearance");
});
