import { Checkbox } from '../../ui/field.tsx';
import styles from './flags.module.css';
import { text } from './messages.ts';

const FLAGS = ['createEditProjects', 'createEditClientsActivities', 'createEditTime'] as const;
export type Flag = (typeof FLAGS)[number];
export type FlagValues = Record<Flag, boolean>;

export type FlagsProps = { values: FlagValues; onChange: (change: Partial<FlagValues>) => void };

/** What somebody may do beyond the role. */
export function Flags({ values, onChange }: FlagsProps) {
  return (
    <fieldset className={styles.group}>
      <legend>{text.flags}</legend>
      {FLAGS.map((flag) => (
        <Checkbox
          key={flag}
          label={text[flag]}
          checked={values[flag]}
          onChange={(event) => onChange({ [flag]: event.target.checked })}
        />
      ))}
    </fieldset>
  );
}
