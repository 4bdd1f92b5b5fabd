import { Checkboxes } from '../../ui/choices.tsx';
import { text } from './messages.ts';

const FLAGS = ['createEditProjects', 'createEditClientsActivities', 'createEditTime'] as const;
export type Flag = (typeof FLAGS)[number];
export type FlagValues = Record<Flag, boolean>;

export type FlagsProps = { values: FlagValues; onChange: (change: Partial<FlagValues>) => void };

/** What somebody may do beyond the role. */
export function Flags({ values, onChange }: FlagsProps) {
  return (
    <Checkboxes
      legend={text.flags}
      keys={FLAGS}
      labelOf={(flag) => text[flag]}
      chosen={FLAGS.filter((flag) => values[flag])}
      onChange={(chosen) => {
        const changed = FLAGS.filter((flag) => chosen.includes(flag) !== values[flag]);
        onChange(Object.fromEntries(changed.map((flag) => [flag, !values[flag]])));
      }}
    />
  );
}
