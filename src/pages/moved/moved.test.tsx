import { render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { MovedPage, movedTo } from "./MovedPage.tsx";

test.each([
  ["/dataset/add/", "/tablemodelview/list/?new=dataset"],
  ["/dataset/add", "/tablemodelview/list/?new=dataset"],
  ["/dataset/12", "/tablemodelview/list/?edit=12"],
  ["/tablemodelview/edit/12", "/tablemodelview/list/?edit=12"],
  ["/chart/edit/3?standalone=1", "/explore/?slice_id=3&standalone=1"],
  ["/superset/explore/table/4/", "/explore/?datasource_type=table&datasource_id=4"],
  ["/superset/sqllab/?savedQueryId=5", "/sqllab/?savedQueryId=5"],
])("%s redirects to %s", (from, to) => {
  const { pathname, search } = new URL(from, "http://localhost");
  expect(movedTo(pathname, search)).toBe(to);
});

test("redirects to the current address of a page, or shows that the page doesn't exist", async () => {
  const open = (address: string) => {
    const otherPages = ["/tablemodelview/list/", "/explore/"].map((path) => ({ path, element: <p>elsewhere</p> }));
    const router = createMemoryRouter([...otherPages, { path: "*", element: <MovedPage /> }], {
      initialEntries: [address],
    });
    render(<RouterProvider router={router} />);
    return router;
  };
  const router = open("/tablemodelview/edit/7");
  await screen.findByText("elsewhere");
  expect(router.state.location.pathname + router.state.location.search).toBe("/tablemodelview/list/?edit=7");
  open("/dataset/x");
  expect(await screen.findByText("This page doesn't exist")).toBeTruthy();
});
