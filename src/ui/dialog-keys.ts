import type { KeyboardEvent } from "react";

const TEXT_FIELDS = "input:is(:not([type]), [type=text], [type=password], [type=email], [type=url], [type=tel])";
/** Fields that use Enter themselves, such as to choose a value, or that can't be edited. */
const WITH_OWN_ENTER = "[role=combobox], [role=searchbox], [role=spinbutton], [readonly], .ant-picker *";

/** Enter in a single-line text field submits; popups of the dialog's fields are outside of `body`. */
export function isSubmittingEnter(event: KeyboardEvent, body: HTMLElement | null): boolean {
  const { target, key, nativeEvent } = event;
  const hasModifier = event.shiftKey || event.altKey || event.ctrlKey || event.metaKey;
  if (key !== "Enter" || hasModifier || event.defaultPrevented || nativeEvent.isComposing) return false;
  if (!(target instanceof HTMLElement) || !body?.contains(target)) return false;
  return target.matches(TEXT_FIELDS) && !target.matches(WITH_OWN_ENTER);
}

export function isSubmitShortcut({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key === "Enter" && (ctrlKey || metaKey);
}
