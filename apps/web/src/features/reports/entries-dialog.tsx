import { type HoursProblem, parseHours } from '@stint/domain/time/hours.ts';
import { MAX_COMMENT_LENGTH } from '@stint/domain/workspace/lengths.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { activitiesQuery } from '../../entities/activity.ts';
import { changeReportEntries, type EntryChange, type ReportEntry } from '../../entities/report.ts';
import { tagsQuery } from '../../entities/tag.ts';
import { useProjectOptions } from '../../entities/use-project-options.ts';
import { ApiError } from '../../lib/api-error.ts';
import { useApp } from '../../lib/app-context.ts';
import { describeError } from '../../lib/describe-error.ts';
import { formatHours } from '../../lib/hours.ts';
import { invalidate } from '../../lib/invalidate.ts';
import { useSubmit } from '../../lib/use-async.ts';
import { common } from '../../messages/common.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { Field, Input, Select, TextArea } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useToast } from '../../ui/toast.tsx';
import { changesOf, isBehindLock, undoOf, type Wanted } from './entry-changes.ts';
import { text } from './messages.ts';

type EntriesDialogProps = { entries: readonly ReportEntry[]; onDone: () => void; onClose: () => void };

/** Changes one entry or many at once, all or none; what was done can be taken back. */
export function EntriesDialog({ entries, onDone, onClose }: EntriesDialogProps) {
  const save = useSave(entries);
  const { decimalReading, lockDate } = useApp().start.settings;
  const single = entries.length === 1 ? entries[0] : undefined;
  const [wanted, setWanted] = useState<Wanted>(NOTHING);
  const [hours, setHours] = useState(single ? formatHours(single.minutes) : '');
  const [comment, setComment] = useState(single?.comment ?? '');
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<HoursProblem | null>(null);
  const set = (change: Partial<Wanted>) => setWanted({ ...wanted, ...change });
  const { isBusy, error, submit } = useSubmit(async () => {
    const parsed = parseHours(hours, { decimalReading });
    setProblem(single && !parsed.ok ? parsed.reason : null);
    if (single && !parsed.ok) return;
    const own = single && parsed.ok ? { minutes: parsed.minutes, comment } : {};
    await save({ ...wanted, ...own }, reason.trim());
    onDone();
    onClose();
  });
  // The lock may have moved since this page was opened.
  const isAsked = error instanceof ApiError && error.code === 'reason_required';
  const needsReason = isAsked || isBehindLock(entries, wanted, lockDate);
  return (
    <FormDialog
      title={text.entry.change(entries.length)}
      submitLabel={common.save}
      isBusy={isBusy}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      {single ? (
        <>
          <Field label={text.hours} error={problem && common.wrongHours[problem]}>
            <Input value={hours} inputMode="decimal" onChange={(event) => setHours(event.target.value)} />
          </Field>
          <Field label={text.entry.comment}>
            <TextArea
              rows={2}
              maxLength={MAX_COMMENT_LENGTH}
              value={comment}
              onChange={(event) => setComment(event.target.value)}
            />
          </Field>
        </>
      ) : (
        <p>{text.entry.hint}</p>
      )}
      <Work wanted={wanted} set={set} single={single} />
      <Field label={text.billable}>
        <Select
          value={String(wanted.isBillable ?? '')}
          onChange={({ target }) => set({ isBillable: target.value === '' ? null : target.value === 'true' })}
        >
          <option value="">{text.entry.unchanged}</option>
          <option value="true">{text.billable}</option>
          <option value="false">{text.nonBillable}</option>
        </Select>
      </Field>
      <Field label={text.entry.day}>
        <Input
          type="date"
          value={wanted.workDate ?? single?.workDate ?? ''}
          onChange={({ target }) => set({ workDate: target.value || null })}
        />
      </Field>
      {needsReason ? (
        <Field label={text.entry.reason} hint={text.entry.reasonHint}>
          <TextArea
            rows={2}
            required
            maxLength={MAX_COMMENT_LENGTH}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      ) : null}
    </FormDialog>
  );
}

const NOTHING: Wanted = {
  projectID: null,
  activityID: null,
  isBillable: null,
  workDate: null,
  addTag: null,
  removeTag: null,
};

type WorkProps = {
  wanted: Wanted;
  set: (change: Partial<Wanted>) => void;
  single: ReportEntry | undefined;
};

/** Project, activity and tags. */
function Work({ wanted, set, single }: WorkProps) {
  const { call } = useApp().session;
  const projects = useProjectOptions();
  const activities = useQuery(activitiesQuery(call)).data ?? [];
  const tags = useQuery(tagsQuery(call)).data ?? [];
  const tagOptions = tags.map(({ tagID, tagName, color }) => ({ id: tagID, label: tagName, color }));
  return (
    <>
      <Field label={text.project}>
        <Combobox
          options={projects.options}
          onType={projects.onType}
          isSearching={projects.isSearching}
          value={wanted.projectID}
          placeholder={single?.projectName ?? text.entry.unchanged}
          onChange={(projectID) => set({ projectID })}
          labels={common.chooser}
        />
      </Field>
      <Field label={text.activity}>
        <Combobox
          options={[
            { id: 'none', label: text.entry.noActivity },
            ...activities.map(({ activityID, activityName, color }) => ({
              id: activityID,
              label: activityName,
              color,
            })),
          ]}
          value={wanted.activityID}
          placeholder={single ? (single.activityName ?? text.entry.noActivity) : text.entry.unchanged}
          onChange={(activityID) => set({ activityID })}
          labels={common.chooser}
        />
      </Field>
      {tags.length > 0 ? (
        <>
          <Field label={text.entry.addTag}>
            <Combobox
              options={tagOptions}
              value={wanted.addTag}
              onChange={(addTag) => set({ addTag })}
              labels={common.chooser}
            />
          </Field>
          <Field label={text.entry.removeTag}>
            <Combobox
              options={tagOptions}
              value={wanted.removeTag}
              onChange={(removeTag) => set({ removeTag })}
              labels={common.chooser}
            />
          </Field>
        </>
      ) : null}
    </>
  );
}

/** Saves what is wanted of the entries, and offers to take it back. */
function useSave(entries: readonly ReportEntry[]) {
  const { call } = useApp().session;
  const queryClient = useQueryClient();
  const toast = useToast();
  const send = async (changes: EntryChange[], reason: string) => {
    const after = await changeReportEntries(call, changes, reason);
    await invalidate(queryClient, 'report', 'week', 'projects');
    return after;
  };
  return async (wanted: Wanted, reason: string) => {
    const changes = changesOf(entries, wanted);
    if (changes.length === 0) return;
    const after = await send(changes, reason);
    const undo = async () => {
      try {
        await send(undoOf(entries, changes, after), reason);
        toast({ text: text.entry.undone });
      } catch (error) {
        toast({ text: describeError(error), tone: 'danger' });
      }
    };
    toast({
      text: text.entry.saved(changes.length),
      action: { label: common.undo, onPress: () => void undo() },
    });
  };
}
