/** Where systems install Chromium. The headless shell comes first: the same engine for two thirds of the browser's work. */
export const CHROMIUM_PATHS = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
];

/**
 * What Chromium is told to leave out, in place of what Playwright tells it, as the later of two such switches counts:
 * its list, and the two pages behind the address bar, which nobody sees here and which take each window as much
 * processor time as the browser's own start.
 */
const LEFT_OUT = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
];

export const FEATURES_LEFT_OUT = `--disable-features=${LEFT_OUT.join(",")}`;
