const failed = new Set<HTMLLinkElement>();

// The loader of our parts asks for each style sheet once, whether or not it comes.
document.addEventListener(
  "error",
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === "stylesheet") failed.add(target);
  },
  true,
);

/** Asks again for the style sheets that did not come. Rejects where one still does not. */
export async function fetchStylesAgain(): Promise<void> {
  await Promise.all([...failed].map(again));
}

function again(link: HTMLLinkElement): Promise<void> {
  failed.delete(link);
  return new Promise((resolve, reject) => {
    const copy = document.createElement("link");
    copy.rel = "stylesheet";
    copy.crossOrigin = link.crossOrigin;
    copy.addEventListener("load", () => resolve());
    copy.addEventListener("error", () => reject(new Error(`no style sheet ${link.href}`)));
    copy.href = link.href;
    link.replaceWith(copy);
  });
}
