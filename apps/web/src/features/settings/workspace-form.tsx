import { DATE_FORMATS } from '@stint/domain/time/format-date.ts';
import { type ParsedHours, parseHours } from '@stint/domain/time/hours.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { renameWorkspace, saveWorkspaceSettings } from '../../entities/workspace.ts';
import { useApp } from '../../lib/app-context.ts';
import { formatHours } from '../../lib/hours.ts';
import { invalidate } from '../../lib/invalidate.ts';
import { fullDate, today } from '../../lib/today.ts';
import { useSubmit } from '../../lib/use-async.ts';
import { common } from '../../messages/common.ts';
import { lists } from '../../messages/lists.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input, Select } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { useToast } from '../../ui/toast.tsx';
import { text } from './messages.ts';
import styles from './settings.module.css';

const MAX_WEEK_MINUTES = 7 * 24 * 60;

/** Name, expected hours, how decimals are read, and currency. */
export function WorkspaceForm({ canConfigure }: { canConfigure: boolean }) {
  const { session, start } = useApp();
  const { settings } = start;
  const queryClient = useQueryClient();
  const toast = useToast();
  const [name, setName] = useState(start.name);
  const [weekly, setWeekly] = useState(formatHours(settings.weeklyMinutes));
  const [decimalReading, setDecimalReading] = useState(settings.decimalReading);
  const [durationFormat, setDurationFormat] = useState(settings.durationFormat);
  const [currency, setCurrency] = useState(settings.currency);
  const [dateFormat, setDateFormat] = useState(settings.dateFormat);
  const [hasTried, setHasTried] = useState(false);
  // What nobody typed anew is as it was, however decimals are read from now on.
  const minutes: ParsedHours =
    weekly === formatHours(settings.weeklyMinutes)
      ? { ok: true, minutes: settings.weeklyMinutes }
      : parseHours(weekly, { decimalReading, maxMinutes: MAX_WEEK_MINUTES });
  const { isBusy, error, submit } = useSubmit(async () => {
    setHasTried(true);
    if (!minutes.ok || name.trim() === '') return;
    if (name.trim() !== start.name) await renameWorkspace(session.call, start.tenantID, name.trim());
    const body = {
      weeklyMinutes: minutes.minutes,
      decimalReading,
      durationFormat,
      dateFormat,
      currency,
      version: settings.version,
    };
    await saveWorkspaceSettings(session.call, body);
    await invalidate(queryClient, 'workspace', 'week');
    toast({ text: text.saved });
  });
  return (
    <Form className={styles.form} error={error} onSubmit={submit}>
      {canConfigure ? null : <p>{text.readOnly}</p>}
      <Field label={text.workspaceName} error={hasTried && name.trim() === '' ? lists.nameMissing : null}>
        <Input
          value={name}
          maxLength={200}
          disabled={!canConfigure}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Field label={text.region}>
        <Input value={start.regionCode.toUpperCase()} disabled />
      </Field>
      <Field label={text.weekly} error={hasTried && !minutes.ok ? text.weeklyInvalid : null}>
        <Input value={weekly} disabled={!canConfigure} onChange={(event) => setWeekly(event.target.value)} />
      </Field>
      <Field label={text.decimals}>
        <Select
          value={decimalReading}
          disabled={!canConfigure}
          onChange={(event) => setDecimalReading(event.target.value as typeof decimalReading)}
        >
          {(['decimal', 'minutes'] as const).map((reading) => (
            <option key={reading} value={reading}>
              {text.decimalReading[reading]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={text.durations} {...(decimalReading === 'minutes' ? { hint: text.durationsClock } : {})}>
        <Select
          value={decimalReading === 'minutes' ? 'clock' : durationFormat}
          disabled={!canConfigure || decimalReading === 'minutes'}
          onChange={(event) => setDurationFormat(event.target.value as typeof durationFormat)}
        >
          {(['clock', 'decimal'] as const).map((format) => (
            <option key={format} value={format}>
              {text.durationFormats[format]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={text.dates}>
        <Select
          value={dateFormat}
          disabled={!canConfigure}
          onChange={(event) => setDateFormat(event.target.value)}
        >
          {[...new Set([settings.dateFormat, ...DATE_FORMATS])].map((format) => (
            <option key={format} value={format}>
              {fullDate(today(), format)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={text.currency} hint={text.currencyHint}>
        <Input
          value={currency}
          maxLength={3}
          disabled={!canConfigure}
          onChange={(event) => setCurrency(event.target.value.toUpperCase())}
        />
      </Field>
      {canConfigure ? (
        <Button type="submit" variant="primary" isBusy={isBusy}>
          {common.save}
        </Button>
      ) : null}
    </Form>
  );
}
