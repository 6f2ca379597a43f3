import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createRef } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type Routes, serve } from "../../testing/network.ts";
import { press, write } from "../../testing/steps.ts";
import { forgetCsrfToken } from "../../web/client/client.ts";
import { useSession } from "../../web/session/session.ts";
import { SignInForm } from "./SignInForm.tsx";
import { SignInProviders } from "./SignInProviders.tsx";

const USER = { userId: 1, username: "ada", firstName: "Ada", lastName: "L", email: "", isAnonymous: false, roles: {} };
const ROUTES: Routes = {
  "GET /api/v1/me/roles/": { body: { result: USER } },
  "POST /login/": { body: { result: { next: "/" } } },
};

afterEach(() => {
  forgetCsrfToken();
  useSession.setState({ kind: "loading" }, true);
});

describe("signing in again", () => {
  function open(routes = ROUTES) {
    const requests = serve(routes);
    const form = createRef<HTMLFormElement>();
    const [onBusy, onSignedIn] = [vi.fn(), vi.fn()];
    render(<SignInForm known="ada" remote={{ form, onBusy }} onSignedIn={onSignedIn} />);
    return { requests, form, onBusy, onSignedIn };
  }

  test("keeps the username", async () => {
    const { requests, onBusy, onSignedIn } = open();
    expect(screen.getByLabelText<HTMLInputElement>("Username or email").readOnly).toBe(true);
    expect(document.activeElement).toBe(screen.getByLabelText("Password"));
    expect(screen.queryByRole("button", { name: "Sign in" })).toBeNull();
    await userEvent.keyboard("secret{Enter}");
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
    expect(requests.find(({ path }) => path === "/login/")?.body).toEqual({ username: "ada", password: "secret" });
    expect(onBusy.mock.calls).toEqual([[true], [false]]);
  });

  test("selects the text of a wrong password", async () => {
    const { form, onBusy, onSignedIn } = open({ ...ROUTES, "POST /login/": { status: 401, body: { message: "No" } } });
    await write("Password", "wrong");
    form.current?.requestSubmit();
    expect(await screen.findByText("Incorrect username or password.")).toBeTruthy();
    const field = screen.getByLabelText<HTMLInputElement>("Password");
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, 5]);
    await userEvent.keyboard("right");
    expect(field.value).toBe("right");
    expect(onBusy).toHaveBeenLastCalledWith(false);
    expect(onSignedIn).not.toHaveBeenCalled();
  });

  test("shows server errors instead of a wrong password", async () => {
    open({ ...ROUTES, "POST /login/": { status: 500, body: { message: "The server is starting" } } });
    await userEvent.keyboard("secret{Enter}");
    expect(await screen.findByText("The server is starting")).toBeTruthy();
  });
});

test("asks for the username before the password", async () => {
  const requests = serve(ROUTES);
  render(<SignInForm />);
  await write("Password", "secret");
  await press("Sign in");
  const field = screen.getByLabelText("Username or email");
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
    "Enter your username or email.",
  );
  expect(requests).toEqual([]);
});

describe("identity providers", () => {
  const open = async (next: string | null, providers: { name: string; url: string }[]) => {
    const requests = serve({ "GET /api/v1/security/sign_in_options/": { body: { result: { providers } } } });
    render(
      <QueryClientProvider client={new QueryClient()}>
        <SignInProviders next={next} />
      </QueryClientProvider>,
    );
    await waitFor(() => expect(requests).toHaveLength(1));
  };

  test("keep the target page", async () => {
    await open("/chart/list/?a=1&b=2", [{ name: "Okta", url: "/login/okta" }]);
    const link = await screen.findByRole("link", { name: "Continue with Okta" });
    expect(link.getAttribute("href")).toBe("/login/okta?next=%2Fchart%2Flist%2F%3Fa%3D1%26b%3D2");
  });

  test("are hidden if none are configured", async () => {
    await open(null, []);
    expect(screen.queryByText("or")).toBeNull();
    expect(screen.queryByRole("link")).toBeNull();
  });
});
