import { useEffect, useMemo, useState } from 'react';
import type { EntryDraft, WeekKey } from '../../entities/week.ts';
import { NARROW, useMedia } from '../../lib/use-media.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import styles from './calendar.module.css';
import { CalendarBoard } from './calendar-board.tsx';
import { DayTabs } from './day-tabs.tsx';
import { FeedsPanel } from './feeds-panel.tsx';
import { text } from './messages.ts';
import { Toolbar } from './toolbar.tsx';
import { useCalendar } from './use-calendar.ts';
import { useCalendarActions } from './use-calendar-actions.ts';
import { usePreferences } from './use-preferences.ts';

export type CalendarViewProps = {
  week: WeekKey;
  /** Which day is shown where there is room for one, Monday 0. */
  day: number;
  onDay: (day: number) => void;
  /** Edits that the server does not have yet. */
  edits: readonly EntryDraft[];
  /** Changes entries as one step that can be taken back. @param told what to say, with an Undo beside it */
  apply: (edits: EntryDraft[], told?: string) => void;
  /** Takes the last step back. @returns whether there was one */
  undo: () => boolean;
};

const allDays = [0, 1, 2, 3, 4, 5, 6];
const EVERY_HALF_MINUTE = 30_000;

/** The week on the clock: entries where they were, those without times above, events of other calendars to take over. */
export function CalendarView({ week, day, onDay, edits, apply, undo }: CalendarViewProps) {
  const isNarrow = useMedia(NARROW);
  const calendar = useCalendar(week, edits);
  const [preferences, setPreferences] = usePreferences(week.teamMemberID);
  const actions = useCalendarActions(calendar, { apply, undo }, preferences.dayBegins);
  const [isFeedsOpen, setFeedsOpen] = useState(false);
  const now = useNow();
  const shown = useMemo(() => (isNarrow ? [day] : allDays), [isNarrow, day]);
  if (!calendar.sheet.data) return <SkeletonRows count={8} label={text.loading} />;
  return (
    <section className={styles.calendar} aria-label={text.title}>
      <Toolbar
        preferences={preferences}
        onChange={setPreferences}
        timeZone={calendar.timeZone}
        onFeeds={calendar.isOwn ? () => setFeedsOpen(true) : undefined}
      />
      {isNarrow ? <DayTabs calendar={calendar} day={day} now={now} onDay={onDay} /> : null}
      <CalendarBoard
        calendar={calendar}
        actions={actions}
        shown={shown}
        preferences={preferences}
        now={now}
      />
      <p role="status" className="visually-hidden">
        {actions.said}
      </p>
      {isFeedsOpen ? <FeedsPanel onClose={() => setFeedsOpen(false)} /> : null}
    </section>
  );
}

/** The time, often enough for a line that moves by pixels. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), EVERY_HALF_MINUTE);
    return () => clearInterval(timer);
  }, []);
  return now;
}
