import type { Page } from "playwright-core";

/**
 * Opens a page of the interface in a page that has loaded it, which takes a fraction of a load's processor time. The
 * previous page is left first, so that it isn't taken for the new one.
 */
export async function navigate(page: Page, path: string): Promise<void> {
  await leave(page);
  await route(page, path);
}

/** Shows that a page doesn't exist. */
export async function leave(page: Page): Promise<void> {
  await route(page, "/nowhere/");
  await page.getByText("This page doesn't exist").waitFor();
}

/** Changes the address, as links do: the page can be the same with other parameters. */
export async function route(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    history.pushState(null, "", address);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
}
