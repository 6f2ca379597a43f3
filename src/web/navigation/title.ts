import { useEffect } from "react";

export const PRODUCT = "Tessera";

export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = title === "" ? PRODUCT : `${title} · ${PRODUCT}`;
  }, [title]);
}
