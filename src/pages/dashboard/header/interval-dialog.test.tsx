import { fireEvent, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { renderOnDashboard } from "../../../testing/dashboard-page.tsx";
import { IntervalDialog } from "./IntervalDialog.tsx";

async function open() {
  const setSeconds = vi.fn();
  const onClose = vi.fn();
  renderOnDashboard(<IntervalDialog refresh={{ seconds: 60, setSeconds }} onClose={onClose} />);
  const field = await screen.findByLabelText("Refresh every", {}, { timeout: 5000 });
  return { setSeconds, onClose, field };
}

it("sets the typed interval once on Enter", async () => {
  const { setSeconds, onClose, field } = await open();
  await userEvent.clear(field);
  await userEvent.type(field, "90{Enter}");
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(setSeconds.mock.calls).toEqual([[90]]);
});

it("corrects the interval to its bounds on Enter and ignores an empty field", async () => {
  const { setSeconds, onClose, field } = await open();
  await userEvent.clear(field);
  await userEvent.keyboard("{Enter}");
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.change(field, { target: { value: "0" } });
  await userEvent.keyboard("{Enter}");
  expect(setSeconds.mock.calls).toEqual([[1]]);
});
