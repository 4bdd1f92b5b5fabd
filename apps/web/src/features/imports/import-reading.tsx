import { IMPORT_FIELDS } from '@stint/domain/time/import/columns.ts';
import { Field, Select } from '../../ui/field.tsx';
import styles from './imports.module.css';
import { text } from './messages.ts';
import type { PreviewProps } from './preview-props.ts';

type Seen = { line: number; text: string } | null;

/** How the file was understood, with the cell that shows it; each can be chosen otherwise. */
export function ImportReading({ preview, choices, onChange }: PreviewProps) {
  const { dateOrder, decimal, style, questions, heads, columns, system, timeZone } = preview;
  const asks = (name: (typeof questions)[number]) => (questions.includes(name) ? text.asked : undefined);
  const zones = [...new Set([timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])];
  return (
    <>
      <h3>{text.reads}</h3>
      <div className={styles.fields}>
        <Choice
          label={text.dateOrder}
          words={text.dateOrders}
          value={dateOrder.value}
          seen={dateOrder.seen}
          problem={asks('dateOrder')}
          onChange={(value) => onChange({ ...choices, dateOrder: value })}
        />
        <Choice
          label={text.decimal}
          words={text.decimals}
          value={decimal.value}
          seen={decimal.seen}
          onChange={(value) => onChange({ ...choices, decimal: value })}
        />
        <Choice
          label={text.style}
          words={text.styles}
          value={style.value}
          seen={style.seen}
          problem={asks('style')}
          onChange={(value) => onChange({ ...choices, style: value })}
        />
        <Field label={text.timeZone}>
          <Select
            value={timeZone}
            onChange={(event) => onChange({ ...choices, timeZone: event.target.value })}
          >
            {zones.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        </Field>
      </div>
      {system === 'table' || questions.includes('columns') ? (
        <>
          <h3>{text.columns}</h3>
          {questions.includes('columns') ? <p>{text.asked}</p> : null}
          <div className={styles.fields}>
            {IMPORT_FIELDS.map((field) => (
              <Field key={field} label={text.fields[field]}>
                <Select
                  value={columns[field] ?? ''}
                  onChange={({ target: { value } }) =>
                    onChange({
                      ...choices,
                      columns: { ...columns, [field]: value === '' ? null : Number(value) },
                    })
                  }
                >
                  <option value="">{text.noColumn}</option>
                  {heads.map((head, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place; two may have one head
                    <option key={index} value={index}>
                      {head || String(index + 1)}
                    </option>
                  ))}
                </Select>
              </Field>
            ))}
          </div>
        </>
      ) : null}
    </>
  );
}

function Choice<Name extends string>({
  label,
  words,
  value,
  seen,
  problem,
  onChange,
}: {
  label: string;
  words: Readonly<Record<Name, string>>;
  value: Name;
  seen: Seen;
  problem?: string | undefined;
  onChange: (value: Name) => void;
}) {
  return (
    <Field
      label={label}
      {...(seen ? { hint: text.seen(seen.text, seen.line) } : {})}
      {...(problem ? { error: problem } : {})}
    >
      {/* What has to be chosen is not chosen yet. */}
      <Select value={problem ? '' : value} onChange={(event) => onChange(event.target.value as Name)}>
        {problem ? <option value="" /> : null}
        {Object.entries<string>(words).map(([name, word]) => (
          <option key={name} value={name}>
            {word}
          </option>
        ))}
      </Select>
    </Field>
  );
}
