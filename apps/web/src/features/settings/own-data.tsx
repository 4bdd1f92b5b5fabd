import { formatHours } from '@stint/domain/time/hours.ts';
import { useState } from 'react';
import { readAllEntries } from '../../entities/own-hours.ts';
import { useApp } from '../../lib/app-context.ts';
import { csvLine } from '../../lib/csv.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useSubmit } from '../../lib/use-async.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Form } from '../../ui/form.tsx';
import { text } from './messages.ts';
import styles from './settings.module.css';

/** The own hours of this workspace, to take along. */
export function OwnData() {
  const { session, start } = useApp();
  const [count, setCount] = useState(0);
  const { isBusy, error, submit } = useSubmit(async () => {
    const entries = await readAllEntries(session.call, start.me.teamMemberID, setCount);
    const lines = entries.map((entry) =>
      csvLine([
        entry.workDate,
        entry.clientName ?? '',
        entry.projectName,
        entry.activityName ?? '',
        formatHours(entry.minutes),
        entry.minutes,
        entry.isBillable ? text.yes : text.no,
        entry.comment ?? '',
      ]),
    );
    // Spreadsheets take a text for UTF-8 when it begins with this mark.
    saveFile(text.fileName(start.slug), `\uFEFF${csvLine(text.columns)}${lines.join('')}`, 'text/csv');
    setCount(0);
  });
  return (
    <Card title={text.ownData} text={text.ownDataText}>
      <Form className={styles.form} error={error} onSubmit={submit}>
        <Button type="submit" isBusy={isBusy}>
          {text.download}
        </Button>
        {isBusy && count > 0 ? <p role="status">{text.downloading(count)}</p> : null}
      </Form>
    </Card>
  );
}
