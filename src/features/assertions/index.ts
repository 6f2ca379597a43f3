import { lazyComponent } from "../../ui/lazy-component.tsx";

export { useAssertions } from "./assertion-calls.ts";
export const AssertionList = lazyComponent(async () => (await import("./AssertionList.tsx")).AssertionList);
