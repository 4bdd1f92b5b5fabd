import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import {
  changeReport,
  removeReport,
  type SavedReport,
  savedReportsQuery,
} from '../../entities/saved-report.ts';
import { useCan } from '../../lib/actor.ts';
import { useApp } from '../../lib/app-context.ts';
import { describeError } from '../../lib/describe-error.ts';
import { invalidate } from '../../lib/invalidate.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { useToast } from '../../ui/toast.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { text } from './messages.ts';
import { PlanDialog } from './plan-dialog.tsx';
import { definitionOf, isChanged, type ReportView, reportSearchOf, viewOf } from './report-view.ts';
import { SaveDialog } from './save-dialog.tsx';
import styles from './saved-bar.module.css';
import { useSendingTime } from './use-sending-time.ts';

type Open = 'save' | 'edit' | 'link' | 'plan' | null;

type SavedBarProps = { view: ReportView; opened: string | undefined };

/** All saved reports. */
export function SavedReports({ view }: { view: ReportView }) {
  const { reports, show } = useSavedReports(view);
  if (reports.length === 0) return null;
  return (
    <div className={styles.saved}>
      <Menu
        label={text.saved.all(reports.length)}
        button={text.saved.all(reports.length)}
        isBare
        items={reports.map((report) => ({ label: report.name, onSelect: () => show(report) }))}
      />
    </div>
  );
}

/** Keeps what is looked at as one more saved report. */
export function SaveReport({ view }: { view: ReportView }) {
  const { current, show } = useSavedReports(view);
  const [isSaving, setIsSaving] = useState(false);
  return (
    <div className={styles.save}>
      {current ? null : (
        <Button icon="plus" onClick={() => setIsSaving(true)}>
          {text.saved.save}
        </Button>
      )}
      {isSaving ? (
        <SaveDialog
          report={null}
          definition={definitionOf(view)}
          onSaved={show}
          onClose={() => setIsSaving(false)}
        />
      ) : null}
    </div>
  );
}

/** The pinned reports, and the one that is looked at with what can be done with it; nothing where there is neither. */
export function SavedBar({ view, opened }: SavedBarProps) {
  const { known, reports, current, show } = useSavedReports(view);
  const navigate = useNavigate();
  const [open, setOpen] = useState<Open>(null);
  // A mail leads to the report by its name alone: what it asks may have changed since.
  useEffect(() => {
    const report = known?.find(({ reportID }) => reportID === opened);
    if (!report) return;
    const search = reportSearchOf(viewOf(report.definition, report.reportID));
    void navigate({ to: '/reports', search, replace: true });
  }, [known, opened, navigate]);
  const forget = () => void navigate({ to: '/reports', search: reportSearchOf({ ...view, saved: null }) });
  const pinned = reports.filter(({ isPinned }) => isPinned);
  const close = () => setOpen(null);
  if (pinned.length === 0 && !current) return null;
  return (
    <div className={styles.bar}>
      {pinned.map((report) => (
        <button
          key={report.reportID}
          type="button"
          className={styles.pin}
          aria-current={report === current ? 'true' : undefined}
          onClick={() => show(report)}
        >
          <Icon name="pin" size={14} /> <span>{report.name}</span>
        </button>
      ))}
      {current ? (
        <Current
          report={current}
          view={view}
          onOpen={setOpen}
          onRemoved={forget}
          onAgain={() => show(current)}
        />
      ) : null}
      {current && (open === 'save' || open === 'edit') ? (
        <SaveDialog
          report={open === 'edit' ? current : null}
          definition={definitionOf(view)}
          onSaved={show}
          onClose={close}
        />
      ) : null}
      {open === 'link' && current ? <LinkDialog report={current} onClose={close} /> : null}
      {open === 'plan' && current ? <PlanDialog report={current} onClose={close} /> : null}
    </div>
  );
}

function useSavedReports(view: ReportView) {
  const { session } = useApp();
  const known = useQuery(savedReportsQuery(session.call)).data;
  const navigate = useNavigate();
  const reports = known ?? [];
  return {
    /** Absent until they are read. */
    known,
    reports,
    current: reports.find(({ reportID }) => reportID === view.saved) ?? null,
    show: ({ definition, reportID }: SavedReport) =>
      void navigate({ to: '/reports', search: reportSearchOf(viewOf(definition, reportID)) }),
  };
}

type CurrentProps = {
  report: SavedReport;
  view: ReportView;
  onOpen: (open: Open) => void;
  onRemoved: () => void;
  onAgain: () => void;
};

/** The report that is looked at: who has it, whether it differs, and its menu. */
function Current({ report, view, onOpen, onRemoved, onAgain }: CurrentProps) {
  const { session, start } = useApp();
  const queryClient = useQueryClient();
  const toast = useToast();
  const sendingTime = useSendingTime();
  const mayPublish = useCan('report.publish');
  const mayChange = mayPublish || report.ownerID === start.me.teamMemberID;
  const differs = isChanged(view, report.definition);
  const run = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work();
      toast({ text: done });
    } catch (error) {
      toast({ text: describeError(error), tone: 'danger' });
    }
    await invalidate(queryClient, 'savedReports');
  };
  const update = () =>
    run(
      () => changeReport(session.call, report, { definition: definitionOf(view) }),
      text.saved.updated(report.name),
    );
  const remove = () =>
    run(async () => {
      await removeReport(session.call, report);
      onRemoved();
    }, text.saved.removed(report.name));
  const items: MenuItem[] = [
    { label: text.saved.saveAs, icon: 'plus', onSelect: () => onOpen('save') },
    ...(mayChange ? [{ label: text.saved.edit, icon: 'edit' as const, onSelect: () => onOpen('edit') }] : []),
    ...(mayPublish
      ? [
          { label: text.link.menu, icon: 'external' as const, onSelect: () => onOpen('link') },
          { label: text.plan.menu, icon: 'mail' as const, onSelect: () => onOpen('plan') },
        ]
      : []),
    ...(mayChange
      ? [{ label: text.saved.remove, icon: 'trash' as const, isDanger: true, onSelect: () => void remove() }]
      : []),
  ];
  return (
    <div className={styles.current}>
      <b title={report.name}>{report.name}</b>
      {report.isShared ? <Badge tone="neutral">{text.saved.ofTeam}</Badge> : null}
      {report.link ? <Badge tone="warning">{text.link.isOn}</Badge> : null}
      {report.schedule ? (
        <Badge tone="info">{text.plan.isOn(sendingTime(report.schedule.nextAt))}</Badge>
      ) : null}
      {report.ownerID === start.me.teamMemberID ? null : <small>{text.saved.by(report.ownerName)}</small>}
      {differs && mayChange ? <Button onClick={() => void update()}>{text.saved.update}</Button> : null}
      {differs ? <Button onClick={onAgain}>{text.saved.again}</Button> : null}
      <Menu
        label={text.saved.actions(report.name)}
        button={<Icon name="more" />}
        items={items}
        align="start"
      />
    </div>
  );
}
