import { isPlainDate } from '@stint/domain/time/plain-date.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { AUDIT_PAGE, type AuditFilter, auditQuery, readAuditLog } from '../../../entities/audit.ts';
import { teamQuery } from '../../../entities/team-member.ts';
import { useApp } from '../../../lib/app-context.ts';
import { csvLine } from '../../../lib/csv.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useSubmit } from '../../../lib/use-async.ts';
import { pageTitles } from '../../../messages/common.ts';
import { AuditList } from '../../../ui/audit-list.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field, Input, Select } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { QueryCard } from '../../../ui/query-card.tsx';
import { SettingsLayout } from '../../../ui/settings-layout.tsx';
import { useToast } from '../../../ui/toast.tsx';
import styles from '../settings.module.css';
import { text } from './messages.ts';

/** More lines are no file that somebody reads. */
const MOST_LINES = 10_000;

type Search = { who?: string; what?: string; from?: string; to?: string; page?: string };

/** `/settings/log`: who did what, by person, thing and day; its address holds the filter. */
export function LogPage() {
  const { session, start } = useApp();
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const team = useQuery(teamQuery(session.call, start.me.teamMemberID, false)).data ?? [];
  const page = Math.max(1, Math.floor(Number(search.page)) || 1);
  const filter = filterOf(search);
  const events = useQuery(auditQuery(session.call, filter, page));
  const change = (next: Search) => {
    const kept = Object.entries({ ...search, page: undefined, ...next }).filter(([, value]) => value);
    void navigate({ to: '/settings/log', search: Object.fromEntries(kept), replace: true });
  };
  return (
    <SettingsLayout title={pageTitles.log} measure="list" action={<SaveButton filter={filter} />}>
      <div className={styles.line}>
        <Field label={text.who}>
          <Select value={search.who ?? ''} onChange={(event) => change({ who: event.target.value })}>
            <option value="">{text.anybody}</option>
            {team
              .filter(({ userID }) => userID)
              .map(({ id, userID, firstName, lastName }) => (
                <option key={id} value={userID ?? ''}>
                  {`${firstName} ${lastName}`.trim()}
                </option>
              ))}
          </Select>
        </Field>
        <Field label={text.what}>
          <Select value={search.what ?? ''} onChange={(event) => change({ what: event.target.value })}>
            <option value="">{text.anything}</option>
            {Object.entries(text.entities).map(([name, label]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        {(['from', 'to'] as const).map((edge) => (
          <Field key={edge} label={text[edge]}>
            <Input
              type="date"
              value={search[edge] ?? ''}
              onChange={(event) => change({ [edge]: event.target.value })}
            />
          </Field>
        ))}
      </div>
      <QueryCard
        title={text.lead}
        query={events}
        isEmpty={(list) => list.length === 0 && page === 1}
        empty={text.none}
      >
        {(list) => (
          <>
            <AuditList events={list} />
            <div className={styles.line}>
              <Button disabled={page === 1} onClick={() => change({ page: String(page - 1) })}>
                {text.newer}
              </Button>
              <Button disabled={list.length < AUDIT_PAGE} onClick={() => change({ page: String(page + 1) })}>
                {text.older}
              </Button>
            </div>
          </>
        )}
      </QueryCard>
    </SettingsLayout>
  );
}

/** All that the filter finds, as a table for spreadsheets. */
function SaveButton({ filter }: { filter: AuditFilter }) {
  const { session, start } = useApp();
  const toast = useToast();
  const { isBusy, error, submit } = useSubmit(async () => {
    const events = await readAuditLog(session.call, filter, MOST_LINES);
    const lines = events.map((event) =>
      csvLine([
        event.at,
        event.actorName ?? '',
        event.actorKind,
        event.entity,
        event.entityID,
        event.action,
        jsonOf(event.before),
        jsonOf(event.after),
        event.requestID ?? '',
      ]),
    );
    // Spreadsheets take a text for UTF-8 when it begins with this mark.
    saveFile(text.fileName(start.slug), `\uFEFF${csvLine(text.columns)}${lines.join('')}`, 'text/csv');
    toast({ text: events.length < MOST_LINES ? text.saved(events.length) : text.cut(events.length) });
  });
  return (
    <Form error={error} onSubmit={submit}>
      <Button type="submit" icon="download" isBusy={isBusy}>
        {text.csv}
      </Button>
    </Form>
  );
}

/** What of the address makes sense; the rest is as if it were not there. */
function filterOf({ who, what, from, to }: Search): AuditFilter {
  return {
    ...(who && /^[0-9a-f-]{36}$/.test(who) ? { actorID: who } : {}),
    ...(what && what.length <= 64 ? { entity: what } : {}),
    ...(from && isPlainDate(from) ? { from } : {}),
    ...(to && isPlainDate(to) ? { to } : {}),
  };
}

function jsonOf(value: unknown): string {
  return value === null || value === undefined ? '' : JSON.stringify(value);
}
