import type { ImportChoices, ImportPreview } from '../../entities/import.ts';
import { saveRefusedLines } from '../../entities/import.ts';
import { useApp } from '../../lib/app-context.ts';
import { describeError } from '../../lib/describe-error.ts';
import { formatHours } from '../../lib/hours.ts';
import { useSubmit } from '../../lib/use-async.ts';
import { useFullDate } from '../../lib/use-full-date.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox, Field, FormError, Input } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { ImportActivities, ImportProjects } from './import-names.tsx';
import { ImportPeople } from './import-people.tsx';
import { ImportReading } from './import-reading.tsx';
import styles from './imports.module.css';
import { text } from './messages.ts';
import type { PreviewProps } from './preview-props.ts';

type CardsProps = PreviewProps & { error: unknown; onBegin: () => void; onCancel: () => void };

/** What a file is, how it is read, and what importing it would do. */
export function ImportPreviewCards(props: CardsProps) {
  const { preview, choices, isBusy, error, onChange, onBegin, onCancel } = props;
  const { counts, questions } = preview;
  const fullDate = useFullDate();
  const taken = counts.created + (choices.takeChanged ? counts.changed : 0);
  const isBlocked = questions.length > 0 || (counts.refused > 0 && !choices.leaveOutRefused) || taken === 0;
  return (
    <div aria-busy={isBusy}>
      {/* Begun by its button alone: Enter in one of its many fields is no word for an import. */}
      <Form className={styles.preview} error={error} onSubmit={() => {}}>
        <Card title={preview.fileName}>
          <p>
            <b>{text.read(preview.formatName, counts.lines)}</b>{' '}
            {preview.firstDay
              ? text.range(
                  fullDate(preview.firstDay),
                  fullDate(preview.lastDay),
                  formatHours(preview.fileMinutes),
                )
              : null}
          </p>
          <ImportReading {...props} />
        </Card>
        <ImportPeople {...props} />
        <ImportProjects {...props} />
        <ImportActivities {...props} />
        <Card title={text.outcome}>
          <ul className={styles.outcome}>
            <li>{text.created(counts.created, formatHours(counts.minutes))}</li>
            {counts.known > 0 ? <li>{text.known(counts.known)}</li> : null}
            {counts.alike > 0 ? <li>{text.alike(counts.alike)}</li> : null}
            {madeOf(preview) ? <li>{text.makes(madeOf(preview))}</li> : null}
          </ul>
          {counts.changed > 0 ? (
            <>
              <p>{text.changed(counts.changed)}</p>
              <Checkbox
                label={text.takeChanged}
                checked={choices.takeChanged ?? false}
                onChange={(event) => onChange({ ...choices, takeChanged: event.target.checked })}
              />
            </>
          ) : null}
          {counts.refused > 0 ? <Refused {...props} /> : null}
          <Field label={text.closeBefore} hint={text.closeHint}>
            <Input
              type="date"
              value={choices.closeBefore ?? ''}
              onChange={({ target: { value } }) =>
                onChange(value ? { ...choices, closeBefore: value } : withoutClosing(choices))
              }
            />
          </Field>
          <div className={styles.actions}>
            <Button onClick={onCancel}>{text.another}</Button>
            <Button variant="primary" isBusy={isBusy} disabled={isBlocked} onClick={onBegin}>
              {beginText(props, taken)}
            </Button>
          </div>
        </Card>
      </Form>
    </div>
  );
}

/** What the button does, or why it does nothing. */
function beginText({ preview }: PreviewProps, taken: number): string {
  if (preview.questions.length > 0) return text.unanswered;
  return taken === 0 ? text.nothing : text.begin(taken);
}

/** The choice is taken back: nothing is closed. */
function withoutClosing({ closeBefore: _none, ...rest }: ImportChoices): ImportChoices {
  return rest;
}

function madeOf({ makes }: ImportPreview): string {
  const names = ['people', 'clients', 'projects', 'activities', 'tags'] as const;
  return names
    .filter((name) => makes[name] > 0)
    .map((name) => text.made[name](makes[name]))
    .join(', ');
}

/** The lines that cannot be taken, with their reasons. */
function Refused({ preview, choices, onChange }: PreviewProps) {
  const { session } = useApp();
  const { importID, fileName, refused, counts } = preview;
  const { isBusy, error, submit } = useSubmit(() =>
    saveRefusedLines(session, importID, text.refusedFile(fileName)),
  );
  return (
    <div className={styles.refused}>
      <p>{text.refused(counts.refused)}</p>
      <ul>
        {refused.map(({ line, column, value, code }) => (
          <li key={`${line} ${code} ${column}`}>
            {text.refusedLine(line, column ?? '', value, text.why[code])}
          </li>
        ))}
      </ul>
      {error ? <FormError>{describeError(error)}</FormError> : null}
      <Button icon="download" isBusy={isBusy} onClick={submit}>
        {text.saveRefused}
      </Button>
      <Checkbox
        label={text.leaveOutRefused}
        checked={choices.leaveOutRefused ?? false}
        onChange={(event) => onChange({ ...choices, leaveOutRefused: event.target.checked })}
      />
    </div>
  );
}
