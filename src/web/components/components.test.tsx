import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { serve } from "../../testing/network.ts";
import { useFavoriteStatus } from "../session/favorites.ts";
import { useSession } from "../session/session.ts";
import { useToasts } from "../toasts/toasts.ts";
import { Certified } from "./Certified.tsx";
import { certificationOf, warningOf, withCertification, withWarning } from "./certification.ts";
import { Star } from "./Star.tsx";

afterEach(() => {
  useToasts.setState({ toasts: [] });
  vi.unstubAllGlobals();
});

function signIn(isAnonymous = false): void {
  const user = { userId: 1, username: "ann", firstName: "Ann", lastName: "Lee", email: "", isAnonymous, roles: {} };
  useSession.setState({ kind: "signed-in", user, pairs: new Set(), ended: false }, true);
}

function StarOf({ id }: { id: number }) {
  const { data } = useFavoriteStatus("chart", [id]);
  return <Star kind="chart" id={id} name="Delays" value={data?.get(id)} />;
}

const showStar = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <StarOf id={7} />
    </QueryClientProvider>,
  );
const STATUS = "GET /api/v1/chart/favorite_status/";
const statusOf = (value: boolean) => ({ body: { result: [{ id: 7, value }] } });

describe("a star", () => {
  test("changes immediately, and is saved on the server", async () => {
    signIn();
    const answered = Promise.withResolvers<void>();
    const requests = serve({
      [STATUS]: statusOf(false),
      "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
      "POST /api/v1/chart/7/favorites/": async () => {
        await answered.promise;
        return { body: { result: "OK" } };
      },
    });
    showStar();
    await userEvent.click(await screen.findByRole("button", { name: "Add Delays to favorites" }));
    expect(await screen.findByRole("button", { name: "Remove Delays from favorites", pressed: true })).toBeTruthy();
    answered.resolve();
    await waitFor(() => expect(requests.some(({ method }) => method === "POST")).toBe(true));
    expect(screen.getByRole("button").getAttribute("aria-pressed")).toBe("true");
  });

  test("is reverted with a message if the server rejects it", async () => {
    signIn();
    serve({
      [STATUS]: statusOf(true),
      "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
      "DELETE /api/v1/chart/7/favorites/": { status: 404, body: { message: "Not found" } },
    });
    showStar();
    await userEvent.click(await screen.findByRole("button", { name: "Remove Delays from favorites" }));
    await waitFor(() => expect(useToasts.getState().toasts).toHaveLength(1));
    expect(screen.getByRole("button", { name: "Remove Delays from favorites", pressed: true })).toBeTruthy();
    expect(useToasts.getState().toasts[0]?.text).toBe("An error occurred while starring this chart");
  });

  test("is hidden from visitors", () => {
    signIn(true);
    const requests = serve({});
    showStar();
    expect(screen.queryByRole("button")).toBeNull();
    expect(requests).toEqual([]);
  });
});

describe("certification", () => {
  test("shows the certifier and details to pointer and screen reader users", () => {
    const { rerender } = render(<Certified by="Data team" details="Checked daily" />);
    expect(screen.getByRole("img", { name: "Certified by Data team: Checked daily" })).toBeTruthy();
    rerender(<Certified by="Data team" isStop />);
    expect(screen.getByRole("button", { name: "Certified by Data team" })).toBeTruthy();
    rerender(<Certified by="" details="Checked daily" />);
    expect(document.querySelector("svg")).toBeNull();
  });

  test("keeps other stored keys, and stores nothing if empty", () => {
    const extra = '{"certification":{"certified_by":"A","details":"x"},"warning_markdown":"old","own":[1]}';
    expect([certificationOf(extra), warningOf(extra)]).toEqual([{ certified_by: "A", details: "x" }, "old"]);
    expect(JSON.parse(withCertification(extra, { certified_by: "B" }) ?? "")).toEqual({
      certification: { certified_by: "B" },
      warning_markdown: "old",
      own: [1],
    });
    expect(JSON.parse(withWarning(withCertification(extra, {}), "") ?? "")).toEqual({ own: [1] });
    expect(withCertification('{"certification":{"certified_by":"A"}}', { certified_by: "", details: "x" })).toBeNull();
  });

  test.each([null, undefined, "", "{", "7", "null", '"text"', '{"certification":"yes","warning_markdown":5}'])(
    "is empty for %j",
    (extra) => {
      expect([certificationOf(extra), warningOf(extra)]).toEqual([undefined, undefined]);
      expect(JSON.parse(withWarning(extra, "new") ?? "")).toMatchObject({ warning_markdown: "new" });
    },
  );
});
