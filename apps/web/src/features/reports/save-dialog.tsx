import { MAX_NAME_LENGTH } from '@stint/domain/workspace/lengths.ts';
import {
  changeReport,
  type ReportDefinition,
  type SavedReport,
  saveReport,
} from '../../entities/saved-report.ts';
import { useApp } from '../../lib/app-context.ts';
import { useKeptIds } from '../../lib/use-kept-ids.ts';
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
  const ids = useKeptIds();
  const { values, set, nameError, dialog } = useRecordForm<Values, SavedReport>({
    name: 'savedReports',
    thing: report,
    valuesOf: (stored) => ({
      name: stored?.name ?? '',
      isPinned: stored?.isPinned ?? false,
      isShared: stored?.isShared ?? false,
    }),
    words: {
      name: { label: lists.name },
      isPinned: { label: text.saved.pin },
      isShared: { label: text.saved.share },
    },
    nameOf: ({ name }) => name,
    save: async (fields, stored) => {
      if (stored) return changeReport(call, stored, fields);
      const added = { ...fields, definition };
      return onSaved(await ids.keep(JSON.stringify(added), (key) => saveReport(call, added, key)));
    },
    onClose,
  });
  return (
    <FormDialog title={report ? text.saved.edit : text.saved.save} {...dialog}>
      <Field label={lists.name} error={nameError}>
        <Input
          value={values.name}
          maxLength={MAX_NAME_LENGTH}
          onChange={(event) => set({ name: event.target.value })}
        />
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
