import {
  changeReport,
  type ReportDefinition,
  type SavedReport,
  saveReport,
} from '../../entities/saved-report.ts';
import { useApp } from '../../lib/app-context.ts';
import { lists } from '../../messages/lists.ts';
import { Checkbox, Field, Input } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useRecordForm } from '../../ui/use-record-form.ts';
import { text } from './messages.ts';

type Values = { name: string; isPinned: boolean; isShared: boolean };

export type SaveDialogProps = {
  /** Null: a new one. */
  report: SavedReport | null;
  definition: ReportDefinition;
  onSaved: (report: SavedReport) => void;
  onClose: () => void;
};

/** Keeps what is looked at under a name, for oneself or for the team. */
export function SaveDialog({ report, definition, onSaved, onClose }: SaveDialogProps) {
  const { call } = useApp().session;
  const { values, set, nameError, dialog } = useRecordForm<Values, SavedReport>({
    name: 'savedReports',
    isNew: report === null,
    initial: {
      name: report?.name ?? '',
      isPinned: report?.isPinned ?? false,
      isShared: report?.isShared ?? false,
    },
    nameOf: ({ name }) => name,
    save: async (fields, theirs) =>
      report
        ? changeReport(call, theirs ?? report, fields)
        : onSaved(await saveReport(call, { ...fields, definition })),
    onClose,
  });
  return (
    <FormDialog title={report ? text.saved.edit : text.saved.save} {...dialog}>
      <Field label={lists.name} error={nameError}>
        <Input value={values.name} maxLength={200} onChange={(event) => set({ name: event.target.value })} />
      </Field>
      <Checkbox
        label={text.saved.pin}
        checked={values.isPinned}
        onChange={(event) => set({ isPinned: event.target.checked })}
      />
      <Checkbox
        label={text.saved.share}
        hint={text.saved.shareHint}
        checked={values.isShared}
        onChange={(event) => set({ isShared: event.target.checked })}
      />
    </FormDialog>
  );
}
