import { lazyComponent } from "../../ui/lazy-component.tsx";

export const AssertionList = lazyComponent(async () => (await import("./AssertionList.tsx")).AssertionList);
