export function classList(names: readonly (readonly [name: string | undefined, isOn: unknown])[]): string {
  return names.flatMap(([name, isOn]) => (isOn && name ? [name] : [])).join(" ");
}
