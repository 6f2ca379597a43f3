import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, describe, expect, test } from "vitest";
import { type Routes, serve } from "../../testing/network.ts";
import { useSession } from "../../web/session/session.ts";
import { SignInPage } from "./SignInPage.tsx";

const USER = { userId: 1, username: "ada", firstName: "Ada", lastName: "L", email: "", isAnonymous: false, roles: {} };
const ME: Routes = { "GET /api/v1/me/roles/": { body: { result: USER } } };

function open(address = "/login/") {
  const router = createMemoryRouter(
    [
      { path: "/login/", element: <SignInPage /> },
      { path: "*", element: <p>elsewhere</p> },
    ],
    { initialEntries: [address] },
  );
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

const submit = () => userEvent.click(screen.getByRole("button", { name: "Sign in" }));
const at = (router: ReturnType<typeof open>) => router.state.location.pathname + router.state.location.search;

beforeEach(() => useSession.setState({ kind: "anonymous" }, true));

describe("SignInPage", () => {
  test("continues to the requested page", async () => {
    const requests = serve({ ...ME, "POST /login/": { body: { result: { next: "/" } } } });
    const router = open("/login/?next=%2Fchart%2Flist%2F%3Fa%3D1");
    await userEvent.type(screen.getByLabelText("Username or email"), " ada ");
    await userEvent.type(screen.getByLabelText("Password"), "secret ");
    await submit();
    await waitFor(() => expect(at(router)).toBe("/chart/list/?a=1"));
    expect(requests.find(({ method }) => method === "POST")?.body).toEqual({ username: "ada", password: "secret " });
  });

  test("never redirects to another site", async () => {
    serve({ ...ME, "POST /login/": { body: { result: { next: "/" } } } });
    const router = open("/login/?next=https%3A%2F%2Fevil.example%2F");
    await userEvent.type(screen.getByLabelText("Username or email"), "ada");
    await userEvent.type(screen.getByLabelText("Password"), "secret{Enter}");
    await waitFor(() => expect(at(router)).toBe("/superset/welcome/"));
  });

  test("shows a generic error under the password field", async () => {
    serve({ "POST /login/": { status: 401, body: { message: "Not authorized" } } });
    open();
    await userEvent.type(screen.getByLabelText("Username or email"), "ada");
    await userEvent.type(screen.getByLabelText("Password"), "wrong");
    await submit();
    const problem = await screen.findByText("Incorrect username or password.");
    const field = screen.getByLabelText("Password");
    expect(field.getAttribute("aria-describedby")).toBe(problem.id);
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(document.activeElement).toBe(field);
  });

  test("shows the wait time after too many attempts", async () => {
    serve({
      "POST /login/": { status: 429, body: { message: "Too many sign-in attempts. Try again in 21 seconds." } },
    });
    open();
    await userEvent.type(screen.getByLabelText("Username or email"), "ada");
    await userEvent.type(screen.getByLabelText("Password"), "x");
    await submit();
    expect(await screen.findByText("Too many sign-in attempts. Try again in 21 seconds.")).toBeTruthy();
  });

  test("requires both fields before sending anything", async () => {
    const requests = serve({});
    open();
    await submit();
    expect(screen.getByText("Enter your username or email.")).toBeTruthy();
    await userEvent.type(screen.getByLabelText("Username or email"), "ada");
    await submit();
    expect(screen.getByText("Enter your password.")).toBeTruthy();
    expect(requests.filter(({ method }) => method === "POST")).toEqual([]);
  });

  test("links to SSO providers and passes the next page on", async () => {
    const providers = [{ name: "Example Identity", url: "/login/oidc" }];
    serve({ "GET /api/v1/security/sign_in_options/": { body: { result: { providers } } } });
    open("/login/?next=%2Fchart%2Flist%2F");
    const link = await screen.findByRole("link", { name: "Continue with Example Identity" });
    expect(link.getAttribute("href")).toBe("/login/oidc?next=%2Fchart%2Flist%2F");
  });

  test.each([
    ["no_role", /You have no access here yet/],
    ["email_taken", /There is an account with your email address already/],
    ["<b>toString</b>", /cannot be used/],
    ["constructor", /cannot be used/],
  ])("an SSO refusal for %s shows the reason", async (reason, text) => {
    serve({});
    open(`/login/?error=${encodeURIComponent(reason)}`);
    expect((await screen.findByText(text)).getAttribute("role")).toBe("alert");
  });

  test("explains an expired sign-in link", () => {
    open("/login/?link=expired");
    expect(screen.getByText(/This sign-in link was already used or has expired/)).toBeTruthy();
  });
});

test("can show the password", async () => {
  open();
  await userEvent.click(screen.getByRole("button", { name: "Show password" }));
  expect((screen.getByLabelText("Password") as HTMLInputElement).type).toBe("text");
});
