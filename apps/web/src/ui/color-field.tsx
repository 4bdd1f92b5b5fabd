import { useId } from 'react';
import styles from './color-field.module.css';

/** Eight colours that stand apart in both colour modes. */
const colors = ['#7c51db', '#4771be', '#138947', '#9f6401', '#ca3134', '#0f7f86', '#b0408f', '#73717c'];

/** A choice among the colours of dots. */
export function ColorField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string | null;
  onChange: (color: string) => void;
}) {
  const name = useId();
  return (
    <fieldset className={styles.field}>
      <legend>{label}</legend>
      <div className={styles.row}>
        {colors.map((color) => (
          <label key={color} className={styles.choice} style={{ background: color }} title={color}>
            <input
              type="radio"
              name={name}
              value={color}
              checked={value === color}
              onChange={() => onChange(color)}
            />
            <span className="visually-hidden">{color}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The colour of a project or activity. */
export function ColorDot({ color }: { color: string | null }) {
  return <span className={styles.dot} style={color ? { background: color } : undefined} />;
}
