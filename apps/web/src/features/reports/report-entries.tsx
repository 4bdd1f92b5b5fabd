import { isWritableWeek } from '@stint/domain/time/approval.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import {
  REPORT_PAGE,
  type ReportEntry,
  type ReportFilter,
  reportEntriesQuery,
} from '../../entities/report.ts';
import { teamQuery } from '../../entities/team-member.ts';
import { useApp } from '../../lib/app-context.ts';
import { describeError } from '../../lib/describe-error.ts';
import { formatHours } from '../../lib/hours.ts';
import { common } from '../../messages/common.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import table from '../../ui/data-table.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FullDate } from '../../ui/full-date.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EntriesDialog } from './entries-dialog.tsx';
import { text } from './messages.ts';
import styles from './report-entries.module.css';

type Which = { from: string; to: string; filters: readonly ReportFilter[] };

/** The entries behind a report, newest first; an own day leads to its week. */
export function ReportEntries({ which, total }: { which: Which; total: number }) {
  const { session, start } = useApp();
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [editing, setEditing] = useState<readonly ReportEntry[] | null>(null);
  const filters = [...which.filters];
  const { data, error, refetch } = useQuery(
    reportEntriesQuery(session.call, { from: which.from, to: which.to, filters }, page),
  );
  const team = useQuery(teamQuery(session.call, start.me.teamMemberID, false)).data ?? [];
  const names = new Map(team.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`.trim()]));
  if (error && !data) {
    return (
      <EmptyState
        title={describeError(error)}
        action={<Button onClick={() => void refetch()}>{common.tryAgain}</Button>}
      />
    );
  }
  if (!data) return <SkeletonRows count={8} label={text.loading} />;
  const pages = Math.max(1, Math.ceil(total / REPORT_PAGE));
  const open = data.filter(isOpen);
  const selected = open.filter(({ timesheetID }) => chosen.has(timesheetID));
  const isAll = open.length > 0 && selected.length === open.length;
  const toggle = ({ timesheetID }: ReportEntry) => {
    const next = new Set(chosen);
    if (!next.delete(timesheetID)) next.add(timesheetID);
    setChosen(next);
  };
  const goTo = (next: number) => {
    setPage(next);
    setChosen(new Set());
  };
  return (
    <>
      <div className={styles.bulk}>
        <span role="status">{selected.length > 0 ? text.entry.chosen(selected.length) : ''}</span>
        {selected.length > 0 ? (
          <Button icon="edit" onClick={() => setEditing(selected)}>
            {text.entry.change(selected.length)}
          </Button>
        ) : null}
      </div>
      <div className={table.scroll}>
        <table className={classNames(table.table, styles.table)}>
          <thead>
            <tr>
              <th scope="col" className={styles.check}>
                <input
                  type="checkbox"
                  aria-label={text.entry.all}
                  checked={isAll}
                  disabled={open.length === 0}
                  onChange={() => setChosen(new Set(isAll ? [] : open.map(({ timesheetID }) => timesheetID)))}
                />
              </th>
              <th scope="col">{text.date}</th>
              <th scope="col">{text.person}</th>
              <th scope="col">{text.project}</th>
              <th scope="col" className={table.minor}>
                {text.activity}
              </th>
              <th scope="col" className={table.minor}>
                {text.entry.comment}
              </th>
              <th scope="col" className={table.number}>
                {text.hours}
              </th>
              <td className={styles.check} />
            </tr>
          </thead>
          <tbody>
            {data.map((entry) => (
              <EntryRow
                key={entry.timesheetID}
                entry={entry}
                isChosen={chosen.has(entry.timesheetID)}
                onToggle={() => toggle(entry)}
                onEdit={() => setEditing([entry])}
                isOwn={entry.teamMemberID === start.me.teamMemberID}
                person={names.get(entry.teamMemberID) ?? '–'}
              />
            ))}
          </tbody>
        </table>
      </div>
      {pages > 1 ? (
        <div className={styles.pages}>
          <Button onClick={() => goTo(page - 1)} disabled={page === 1}>
            {text.previous}
          </Button>
          <span>
            {text.more(page)} / {pages}
          </span>
          <Button onClick={() => goTo(page + 1)} disabled={page === pages}>
            {text.next}
          </Button>
        </div>
      ) : null}
      {editing ? (
        <EntriesDialog
          entries={editing}
          onDone={() => setChosen(new Set())}
          onClose={() => setEditing(null)}
        />
      ) : null}
    </>
  );
}

type EntryRowProps = {
  entry: ReportEntry;
  isOwn: boolean;
  person: string;
  isChosen: boolean;
  onToggle: () => void;
  onEdit: () => void;
};

/** Weeks that wait for a decision or have one are changed by nobody; whether this person may, the gateway says. */
function isOpen({ status }: ReportEntry): boolean {
  return isWritableWeek(status);
}

function EntryRow({ entry, isOwn, person, isChosen, onToggle, onEdit }: EntryRowProps) {
  const name = `${entry.workDate}, ${person}, ${entry.projectName}`;
  const { workDate, weekEndDate, projectName, clientName, activityName, comment, minutes } = entry;
  return (
    <tr>
      <td className={styles.check}>
        <input
          type="checkbox"
          aria-label={text.entry.choose(name)}
          title={isOpen(entry) ? undefined : text.entry.locked}
          checked={isChosen}
          disabled={!isOpen(entry)}
          onChange={onToggle}
        />
      </td>
      <td className={table.date}>
        {isOwn ? (
          <Link to="/time" search={{ week: weekEndDate }}>
            <FullDate of={workDate} />
          </Link>
        ) : (
          <FullDate of={workDate} />
        )}
      </td>
      <td title={person}>{person}</td>
      <td title={projectName}>
        {projectName}
        {clientName ? <small className={styles.client}> {clientName}</small> : null}
      </td>
      <td className={table.minor}>{activityName ?? '–'}</td>
      <td className={table.minor} title={comment}>
        {comment}
      </td>
      <td className={table.number}>
        {entry.isBillable ? null : <Badge tone="neutral">{text.nonBillable}</Badge>} {formatHours(minutes)}
      </td>
      <td className={styles.check}>
        {isOpen(entry) ? <IconButton icon="edit" label={text.entry.edit(name)} onClick={onEdit} /> : null}
      </td>
    </tr>
  );
}
