import { useId, useState } from 'react';
import { common } from '../messages/common.ts';
import { lists as text } from '../messages/lists.ts';
import styles from './color-field.module.css';

/** Eight colours that stand apart in both colour modes. */
const colors = [
  ['#7c51db', 'purple'],
  ['#4771be', 'blue'],
  ['#138947', 'green'],
  ['#9f6401', 'amber'],
  ['#ca3134', 'red'],
  ['#0f7f86', 'teal'],
  ['#b0408f', 'pink'],
  ['#73717c', 'grey'],
] as const;

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
  const group = useId();
  // One of an import or a program stays a choice, so that what is shown is what it has.
  const [first] = useState(value);
  const isOwn = first !== null && !colors.some(([color]) => color === first.toLowerCase());
  const choices = isOwn ? [...colors, [first, 'own'] as const] : colors;
  return (
    <fieldset className={styles.field}>
      <legend>{label}</legend>
      <div className={styles.row}>
        {choices.map(([color, name]) => (
          <label
            key={color}
            className={styles.choice}
            style={{ background: color }}
            title={text.colors[name]}
          >
            <input
              type="radio"
              name={group}
              value={color}
              checked={value?.toLowerCase() === color.toLowerCase()}
              onChange={() => onChange(color)}
            />
            <span className="visually-hidden">{text.colors[name]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** What a colour is called; one of an import or a program by its number. */
export function colorName(value: string | null): string {
  const known = colors.find(([color]) => color === value?.toLowerCase());
  return known ? text.colors[known[1]] : (value ?? common.conflict.nothing);
}

/** The colour of a project or activity. */
export function ColorDot({ color }: { color: string | null }) {
  return <span className={styles.dot} style={color ? { background: color } : undefined} />;
}
