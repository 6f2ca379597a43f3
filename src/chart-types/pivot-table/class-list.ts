/** The names that are on, as the `class` of an element. */
export function classList(names: readonly (readonly [name: string | undefined, isOn: unknown])[]): string {
  return names.flatMap(([name, isOn]) => (isOn && name ? [name] : [])).join(" ");
}
