import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { type Answer, serve } from "../../testing/network.ts";
import { forgetCsrfToken } from "../../web/client/client.ts";
import { signedIn, useSession } from "../../web/session/session.ts";
import { AccountDialog } from "./AccountDialog.tsx";

const USER = { userId: 1, username: "ada", firstName: "Ada", lastName: "Lovelace", email: "", isAnonymous: false };
const CALL = "PUT /api/v1/me/";

function open(answer: Answer = { body: { result: {} } }, commentMail = true) {
  const user = { ...USER, roles: {}, commentMail };
  useSession.setState(signedIn(user), true);
  const requests = serve({
    [CALL]: answer,
    "GET /api/v1/me/roles/": { body: { result: user } },
    "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
  });
  const onClose = vi.fn();
  render(<AccountDialog onClose={onClose} />);
  const save = () => userEvent.click(screen.getByRole("button", { name: "Save account" }));
  const sent = () => requests.filter(({ method }) => method === "PUT").map(({ body }) => body);
  return { onClose, save, sent };
}

beforeEach(forgetCsrfToken);

describe("your account", () => {
  test("saves what was changed only", async () => {
    const { onClose, save, sent } = open();
    const first = await screen.findByRole("textbox", { name: "First name" });
    await userEvent.clear(first);
    await userEvent.type(first, "Augusta");
    await save();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent()).toEqual([{ first_name: "Augusta" }]);
  });

  test.each([true, false])("turns emails about comments on and off: %s", async (isOn) => {
    const { onClose, save, sent } = open(undefined, isOn);
    const box = await screen.findByRole<HTMLInputElement>("checkbox", { name: "Emails about comments" });
    expect(box.checked).toBe(isOn);
    await userEvent.click(box);
    await save();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent()).toEqual([{ comment_mail: !isOn }]);
  });

  test("requires names, and shows what the server rejects at its field", async () => {
    const { onClose, save, sent } = open({ status: 400, body: { message: { password: ["Too common"] } } });
    const last = await screen.findByRole("textbox", { name: "Last name" });
    await userEvent.clear(last);
    await save();
    expect(screen.getByRole("alert").textContent).toBe("This is a required field");
    expect(sent()).toEqual([]);
    await userEvent.type(last, "Lovelace");
    await userEvent.type(screen.getByLabelText("New password"), "password");
    await userEvent.type(screen.getByLabelText("Current password"), "y");
    await save();
    expect((await screen.findByRole("alert")).textContent).toBe("Too common");
    expect(sent()).toEqual([{ password: "password", current_password: "y" }]);
    expect(onClose).not.toHaveBeenCalled();
  });
});
