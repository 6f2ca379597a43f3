export function Mark({ size = 24 }: { size?: number }) {
  const a = "var(--tessera-brand-a)";
  const b = "var(--tessera-brand-b)";
  const c = "var(--tessera-brand-c)";
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <rect fill={a} x="2" y="2" width="12" height="6" rx="1" />
      <rect fill={b} x="16" y="2" width="6" height="6" rx="1" />
      <rect fill={a} x="9" y="10" width="6" height="12" rx="1" />
      <rect fill={c} x="2" y="10" width="5" height="5" rx="1" />
      <rect fill={c} x="17" y="10" width="5" height="5" rx="1" />
    </svg>
  );
}
