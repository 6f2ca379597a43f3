import "./i18n/browser.ts";
import { createRoot } from "react-dom/client";
import { loadLibraryLocale } from "./i18n/libraries/libraries.ts";
import { currentLocale } from "./i18n/locale.ts";
import { PAGES } from "./pages/index.ts";
import { Application } from "./shell/Application.tsx";
import { setInlinedSource } from "./web/client/client.ts";
import { takeInlinedResponse } from "./web/client/inlined-responses.ts";
import { prefetchLinks, prefetchPage } from "./web/client/prefetch.ts";
import { listenForHost } from "./web/session/host-port.ts";
import { isPublicLink, startLinkSession } from "./web/session/public-link.ts";
import { isEmbedded, loadSession, useSession } from "./web/session/session.ts";
import { applySystemThemes } from "./web/session/system-themes.ts";
import { applyStoredMode } from "./web/session/theme.ts";

const root = document.getElementById("app");
if (root === null) throw new Error("the page has no #app element");
const application = createRoot(root);
const { pathname } = window.location;
const themed = applySystemThemes(isEmbedded(pathname) || isPublicLink(pathname))?.then(applyStoredMode);
if (!themed) applyStoredMode();
setInlinedSource(takeInlinedResponse);
if (isEmbedded(pathname)) {
  listenForHost();
  useSession.setState({ kind: "anonymous" }, true);
} else if (isPublicLink(pathname)) startLinkSession();
else void loadSession();
prefetchPage(PAGES, window.location);
prefetchLinks(PAGES);
const localized = loadLibraryLocale(currentLocale().language);
if (themed || localized) void Promise.all([themed, localized]).then(show);
else show();

function show(): void {
  application.render(<Application pages={PAGES} />);
}
