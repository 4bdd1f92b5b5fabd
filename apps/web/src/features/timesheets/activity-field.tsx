import { useQuery } from '@tanstack/react-query';
import { activitiesQuery } from '../../entities/activity.ts';
import { useApp } from '../../lib/app-context.ts';
import { common } from '../../messages/common.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { Field } from '../../ui/field.tsx';
import { text } from './dialogs/messages.ts';

export type ActivityFieldProps = {
  hint: string;
  onChoose: (activity: { activityID: string; activityName: string }) => void;
};

/** Asks for the activity of an entry that has none. */
export function ActivityField({ hint, onChoose }: ActivityFieldProps) {
  const { call } = useApp().session;
  const activities = useQuery(activitiesQuery(call)).data ?? [];
  return (
    <Field label={text.picker.activity} hint={hint}>
      <Combobox
        options={activities.map(({ activityID, activityName, color }) => ({
          id: activityID,
          label: activityName,
          color,
        }))}
        value={null}
        onChange={(id) => {
          const chosen = activities.find(({ activityID }) => activityID === id);
          if (chosen) onChoose({ activityID: chosen.activityID, activityName: chosen.activityName });
        }}
        labels={{
          create: common.chooser.create,
          nothing: common.chooser.nothing,
          clear: common.chooser.clear,
        }}
      />
    </Field>
  );
}
