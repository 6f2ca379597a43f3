import { PHONE, useMedia } from "../../web/session/theme.ts";

/** One column below 768 px, filters over the content below 1200 px, side by side above. */
export type Screen = "phone" | "tablet" | "wide";

export function useScreen(): Screen {
  const isPhone = useMedia(PHONE);
  const isTablet = useMedia("(max-width: 1199px)");
  return isPhone ? "phone" : isTablet ? "tablet" : "wide";
}
