import { isPlainDate } from '@stint/domain/time/plain-date.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  changeHolidays,
  type Holiday,
  type HolidayChange,
  holidaysQuery,
} from '../../../entities/workspace.ts';
import { useApp } from '../../../lib/app-context.ts';
import { describeError } from '../../../lib/describe-error.ts';
import { invalidate } from '../../../lib/invalidate.ts';
import { today } from '../../../lib/today.ts';
import { useSubmit } from '../../../lib/use-async.ts';
import { useFullDate } from '../../../lib/use-full-date.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, Input, Select } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { QueryCard } from '../../../ui/query-card.tsx';
import { useToast } from '../../../ui/toast.tsx';
import styles from '../settings.module.css';
import { CountryHolidays } from './country-holidays.tsx';
import { text } from './messages.ts';

const words = text.holidays;
const YEARS_AROUND = [-1, 0, 1, 2];

/** Days on which nobody is expected to work, year by year. */
export function HolidaysCard() {
  const { call } = useApp().session;
  const all = useQuery(holidaysQuery(call));
  const thisYear = Number(today().slice(0, 4));
  const [year, setYear] = useState(thisYear);
  return (
    <QueryCard title={words.title} query={all}>
      {(list) => (
        <>
          <p className={styles.quiet}>{words.text}</p>
          <Field label={words.year}>
            <Select value={year} onChange={(event) => setYear(Number(event.target.value))}>
              {YEARS_AROUND.map((by) => (
                <option key={by} value={thisYear + by}>
                  {thisYear + by}
                </option>
              ))}
            </Select>
          </Field>
          <Year key={year} year={year} holidays={list.filter(({ date }) => date.startsWith(`${year}-`))} />
        </>
      )}
    </QueryCard>
  );
}

function Year({ year, holidays }: { year: number; holidays: readonly Holiday[] }) {
  const { call } = useApp().session;
  const queryClient = useQueryClient();
  const toast = useToast();
  const fullDate = useFullDate();
  const [date, setDate] = useState('');
  const [name, setName] = useState('');
  const [isTaking, setIsTaking] = useState(false);
  const [hasTried, setHasTried] = useState(false);
  const dateError = problemOf(date, year, holidays);
  const save = async (change: HolidayChange) => {
    await changeHolidays(call, year, holidays, change);
    await invalidate(queryClient, 'holidays', 'week');
  };
  const { isBusy, error, submit } = useSubmit(async () => {
    setHasTried(true);
    if (dateError || name.trim() === '') return;
    await save(adding([{ date, name: name.trim() }]));
    setDate('');
    setName('');
    setHasTried(false);
    toast({ text: words.saved });
  });
  const remove = async (holiday: Holiday) => {
    try {
      await save((those) => those.filter((each) => each.date !== holiday.date));
      toast({ text: words.saved });
    } catch (thrown) {
      toast({ text: describeError(thrown), tone: 'danger' });
    }
  };
  return (
    <>
      {holidays.length === 0 ? <p>{words.none}</p> : null}
      <ul className={styles.rows}>
        {holidays.map((holiday) => (
          <li key={holiday.date}>
            <span className={styles.grow}>{holiday.name}</span>
            <span className={styles.quiet}>{fullDate(holiday.date)}</span>
            <Button
              variant="quiet"
              icon="trash"
              aria-label={words.remove(holiday.name)}
              onClick={() => void remove(holiday)}
            />
          </li>
        ))}
      </ul>
      <Form className={styles.line} error={error} onSubmit={submit}>
        <Field label={words.date} error={hasTried ? dateError : null}>
          <Input
            type="date"
            min={`${year}-01-01`}
            max={`${year}-12-31`}
            value={date}
            onChange={(event) => setDate(event.target.value)}
          />
        </Field>
        <Field label={words.name} error={hasTried && name.trim() === '' ? words.nameMissing : null}>
          <Input maxLength={200} value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
        <Button type="submit" isBusy={isBusy}>
          {words.add}
        </Button>
      </Form>
      <div>
        <Button icon="plus" onClick={() => setIsTaking(true)}>
          {words.take}
        </Button>
      </div>
      {isTaking ? (
        <CountryHolidays
          year={year}
          holidays={holidays}
          onTake={(taken) => save(adding(taken))}
          onClose={() => setIsTaking(false)}
        />
      ) : null}
    </>
  );
}

/** A day that a colleague added meanwhile stays as theirs. */
function adding(more: readonly Holiday[]): HolidayChange {
  return (those) => [...those, ...more.filter(({ date }) => !those.some((one) => one.date === date))];
}

function problemOf(date: string, year: number, holidays: readonly Holiday[]): string | null {
  if (!isPlainDate(date) || !date.startsWith(`${year}-`)) return words.dateMissing;
  return holidays.some((holiday) => holiday.date === date) ? words.dateTaken : null;
}
