import { useId } from 'react';
import { common } from '../messages/common.ts';
import { lists } from '../messages/lists.ts';
import { Button } from './button.tsx';
import styles from './conflict-choice.module.css';

const text = common.conflict;

/** How a value is told that says itself what it is. */
export function writeValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? lists.yes : lists.no;
  if (Array.isArray(value)) return value.join(', ') || text.nothing;
  return value === null || value === '' ? text.nothing : String(value);
}

type DisputedField = {
  label: string;
  mine: string;
  theirs: string;
  /** Theirs is in the field. */
  isTheirs: boolean;
  onMine: () => void;
  onTheirs: () => void;
};

export type ConflictChoiceProps = {
  fields: readonly DisputedField[];
  /** Names of fields that hold theirs already, since nobody touched them here. */
  taken: readonly string[];
  /** Saves what is in the form all the same; absent where the form's own button does. */
  onMine?: () => void;
  onTheirs: () => void;
};

/** Somebody changed the same a moment ago: what was typed is still there, beside what they saved, and each field is one or the other. */
export function ConflictChoice({ fields, taken, onMine, onTheirs }: ConflictChoiceProps) {
  return (
    <section className={styles.conflict} aria-label={text.title}>
      <div role="status" className={styles.words}>
        <p>{text.text}</p>
        {taken.length > 0 ? <p>{text.taken(taken.join(', '))}</p> : null}
        {fields.length > 0 ? <p>{text.choose}</p> : null}
      </div>
      {fields.map((field) => (
        <Disputed key={field.label} {...field} />
      ))}
      <div className={styles.actions}>
        {onMine ? <Button onClick={onMine}>{saveLabel(fields)}</Button> : null}
        <Button onClick={onTheirs}>{takeLabel(fields)}</Button>
      </div>
    </section>
  );
}

/** What saving all the same stores: the value itself where one field is in dispute. */
export function saveLabel([field, ...others]: readonly DisputedField[]): string {
  if (!field || others.length > 0) return text.saveChosen;
  return text.save(shorten(field.isTheirs ? field.theirs : field.mine));
}

function takeLabel([field, ...others]: readonly DisputedField[]): string {
  return field && others.length === 0 ? text.take(shorten(field.theirs)) : text.takeAll;
}

/** So that a comment of a page still makes a button. */
const LONGEST_VALUE = 32;

function shorten(value: string): string {
  const line = value.replace(/\s+/g, ' ');
  return line.length > LONGEST_VALUE ? `${line.slice(0, LONGEST_VALUE)}…` : line;
}

function Disputed({ label, mine, theirs, isTheirs, onMine, onTheirs }: DisputedField) {
  const group = useId();
  return (
    <fieldset className={styles.field}>
      <legend>{label}</legend>
      <Side group={group} isChosen={!isTheirs} whose={text.mine} value={mine} onChoose={onMine} />
      <Side group={group} isChosen={isTheirs} whose={text.theirs} value={theirs} onChoose={onTheirs} />
    </fieldset>
  );
}

type SideProps = { group: string; isChosen: boolean; whose: string; value: string; onChoose: () => void };

function Side({ group, isChosen, whose, value, onChoose }: SideProps) {
  return (
    <label className={styles.side}>
      <input type="radio" name={group} checked={isChosen} onChange={onChoose} />
      <span>
        <span className={styles.whose}>{whose}</span> <bdi className={styles.value}>{value}</bdi>
      </span>
    </label>
  );
}
