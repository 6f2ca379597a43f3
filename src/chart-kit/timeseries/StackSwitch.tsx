import styles from "./StackSwitch.module.css";

interface Props {
  choices: readonly (readonly [value: string | null, label: string])[];
  value: string | null;
  onChange(value: string | null): void;
}

/** How a chart's series stand on each other, switched by its reader. */
export function StackSwitch({ choices, value, onChange }: Props) {
  return (
    <fieldset className={styles.switch}>
      <legend className={styles.legend}>Stacked style</legend>
      {choices.map(([choice, label]) => (
        <button key={label} type="button" aria-pressed={choice === value} onClick={() => onChange(choice)}>
          {label}
        </button>
      ))}
    </fieldset>
  );
}
