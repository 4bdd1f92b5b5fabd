import { MAX_NAME_LENGTH } from '@stint/domain/workspace/lengths.ts';
import { useQuery } from '@tanstack/react-query';
import { type Activity, activitiesQuery, changeActivity, createActivity } from '../../entities/activity.ts';
import { useApp } from '../../lib/app-context.ts';
import { findSameName } from '../../lib/same-name.ts';
import { useKeptIds } from '../../lib/use-kept-ids.ts';
import { common } from '../../messages/common.ts';
import { lists } from '../../messages/lists.ts';
import { ColorField, colorName } from '../../ui/color-field.tsx';
import { Checkbox, Field, Input } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useRecordForm } from '../../ui/use-record-form.ts';
import { text } from './messages.ts';

type Values = {
  activityName: string;
  code: string;
  billableDefault: boolean;
  isGlobal: boolean;
  color: string | null;
};

function valuesOf(activity: Activity | null): Values {
  return {
    activityName: activity?.activityName ?? '',
    code: activity?.code ?? '',
    billableDefault: activity?.billableDefault ?? true,
    isGlobal: activity?.isGlobal ?? true,
    color: activity?.color ?? null,
  };
}

/** Adds or changes an activity. */
export function ActivityDialog({ activity, onClose }: { activity: Activity | null; onClose: () => void }) {
  const { call } = useApp().session;
  const ids = useKeptIds();
  const { values, set, nameError, dialog } = useRecordForm<Values, Activity>({
    name: 'activities',
    thing: activity,
    valuesOf,
    words: {
      activityName: { label: lists.name },
      code: { label: lists.code },
      billableDefault: { label: text.billable },
      isGlobal: { label: text.everywhere },
      color: { label: lists.color, write: colorName },
    },
    nameOf: ({ activityName }) => activityName,
    save: ({ code, ...rest }, stored) => {
      const fields = { ...rest, code: code.trim() || null };
      return stored
        ? changeActivity(call, stored, fields)
        : ids.keep('activity', (id) => createActivity(call, id, fields));
    },
    onClose,
  });
  const others = (useQuery(activitiesQuery(call)).data ?? []).filter(
    ({ activityID }) => activityID !== activity?.activityID,
  );
  const same = findSameName(
    values.activityName,
    others.map((other) => other.activityName),
  );
  return (
    <FormDialog title={activity ? text.edit : text.add} {...dialog}>
      <Field label={lists.name} error={nameError} {...(same ? { hint: lists.sameName(same) } : {})}>
        <Input
          value={values.activityName}
          maxLength={MAX_NAME_LENGTH}
          onChange={(event) => set({ activityName: event.target.value })}
        />
      </Field>
      <Field label={lists.code} optionalText={common.optional}>
        <Input value={values.code} maxLength={64} onChange={(event) => set({ code: event.target.value })} />
      </Field>
      <Checkbox
        label={text.billable}
        checked={values.billableDefault}
        onChange={(event) => set({ billableDefault: event.target.checked })}
      />
      <Checkbox
        label={text.everywhere}
        checked={values.isGlobal}
        onChange={(event) => set({ isGlobal: event.target.checked })}
      />
      <ColorField label={lists.color} value={values.color} onChange={(color) => set({ color })} />
    </FormDialog>
  );
}
