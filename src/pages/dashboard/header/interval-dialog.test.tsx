import { fireEvent, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { openPart } from "../../../testing/dashboard-page.tsx";
import { IntervalDialog } from "./IntervalDialog.tsx";

async function open() {
  const setSeconds = vi.fn();
  const onClose = vi.fn();
  openPart(<IntervalDialog refresh={{ seconds: 60, setSeconds }} onClose={onClose} />);
  const field = await screen.findByLabelText("Refresh every", {}, { timeout: 5000 });
  return { setSeconds, onClose, field };
}

it("sets the interval that is written on Enter, once", async () => {
  const { setSeconds, onClose, field } = await open();
  await userEvent.clear(field);
  await userEvent.type(field, "90{Enter}");
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(setSeconds.mock.calls).toEqual([[90]]);
});

it("brings the interval within its bounds on Enter, and sets none where none is written", async () => {
  const { setSeconds, onClose, field } = await open();
  await userEvent.clear(field);
  await userEvent.keyboard("{Enter}");
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.change(field, { target: { value: "0" } });
  await userEvent.keyboard("{Enter}");
  expect(setSeconds.mock.calls).toEqual([[1]]);
});
