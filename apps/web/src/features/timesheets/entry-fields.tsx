import type { DecimalReading } from '@stint/domain/time/hours.ts';
import { lackingFields } from '@stint/domain/time/lacking.ts';
import { useEffect, useRef, useState } from 'react';
import { formatHours } from '../../lib/hours.ts';
import { common } from '../../messages/common.ts';
import { IconButton } from '../../ui/button.tsx';
import { Checkbox, Field, Input, TextArea } from '../../ui/field.tsx';
import { ActivityField } from './activity-field.tsx';
import { editOf } from './cell-edits.ts';
import { text } from './dialogs/messages.ts';
import type { Draft } from './edit.ts';
import { type EntryDraft, takeOver } from './entry-draft.ts';
import styles from './entry-fields.module.css';
import type { ShownEntry } from './sheet.ts';
import { TagField } from './tag-field.tsx';

/** Changes an entry as it stands by then, whatever was done with it meanwhile. @returns whether it is there */
export type Amend = (timesheetID: string, change: (entry: ShownEntry) => Draft) => boolean;

export type EntryFieldsProps = {
  /** Names what is written: of another entry nothing that was typed stays. */
  of: string;
  /** The entry as it stands. */
  base: Draft;
  /** It is not there yet: made when it has hours or a comment. */
  isNew: boolean;
  isLocked: boolean;
  /** What the workspace asks of every entry. */
  required: readonly string[];
  decimalReading: DecimalReading;
  onSave: (edit: Draft) => void;
  onAmend: Amend;
  /** One of its fields has the focus. */
  onFocus?: (() => void) | undefined;
  /** Absent where it is the only one. */
  onRemove?: (() => void) | undefined;
};

/** Hours, comment, tags and billability of one entry; each is taken over when its field is left. */
export function EntryFields(props: EntryFieldsProps) {
  const { of, base, isNew, isLocked, required, decimalReading, onSave, onAmend, onRemove } = props;
  const [written, setWritten] = useState(of);
  const [draft, setDraft] = useState<EntryDraft>({});
  const [isChecked, setIsChecked] = useState(false);
  if (written !== of) {
    setWritten(of);
    setDraft({});
    setIsChecked(false);
  }
  const now = { ...base, ...draft };
  const { problem } = takeOver(base, draft, { isNew, decimalReading });
  const lacking = lackingFields({ ...now, tags: now.tags ?? [] }, required);
  const askFor = (field: 'comment' | 'activity' | 'tag') =>
    lacking.includes(field) ? text.asked[field] : null;
  const commit = (change: EntryDraft = {}) => {
    const { edit, left } = takeOver(base, { ...draft, ...change }, { isNew, decimalReading });
    setDraft(left);
    setIsChecked(true);
    if (edit) onSave(edit);
  };
  // It may come when more was written, or when the fields are another entry's: what is being typed is not taken over for it.
  const addMade = (tagID: string) => {
    const isThere = onAmend(base.timesheetID, (entry) => ({
      ...editOf(entry),
      tags: withTag(entry.tags, tagID),
    }));
    if (!isThere && latest.current.of === of)
      setDraft((typed) => ({ ...typed, tags: withTag(typed.tags ?? base.tags, tagID) }));
  };
  const latest = useKeepOnLeave(of, () => {
    const { edit } = takeOver(base, draft, { isNew, decimalReading });
    if (edit) onSave(edit);
  });
  return (
    <fieldset className={styles.entry} disabled={isLocked} onFocus={props.onFocus}>
      <div className={styles.top}>
        <Field label={text.hours} error={isChecked && problem ? common.wrongHours[problem] : null}>
          {/* Another one for each entry: the browser's own Ctrl+Z would bring back what was in it before. */}
          <Input
            key={of}
            value={draft.hours ?? (base.minutes === 0 ? '' : formatHours(base.minutes))}
            autoComplete="off"
            placeholder="0:00"
            onChange={(event) => setDraft({ ...draft, hours: event.target.value })}
            onBlur={() => commit()}
          />
        </Field>
        <Checkbox
          label={text.isBillable}
          checked={now.isBillable ?? true}
          onChange={(event) => commit({ isBillable: event.target.checked })}
        />
        {onRemove && !isLocked ? (
          <IconButton icon="trash" label={text.removeEntry} onClick={onRemove} />
        ) : null}
      </div>
      <Field label={text.comment} {...(askFor('comment') ? { hint: askFor('comment') } : {})}>
        <TextArea
          key={of}
          value={now.comment}
          maxLength={2000}
          onChange={(event) => setDraft({ ...draft, comment: event.target.value })}
          onBlur={() => commit()}
        />
      </Field>
      {askFor('activity') && !isLocked ? (
        <ActivityField key={of} hint={text.asked.activity} onChoose={(activity) => commit(activity)} />
      ) : null}
      <TagField
        key={`tags ${of}`}
        tags={now.tags ?? []}
        isLocked={isLocked}
        hint={askFor('tag')}
        onChange={(tags) => commit({ tags })}
        onMade={addMade}
      />
    </fieldset>
  );
}

function withTag(tags: readonly string[] = [], tagID: string): string[] {
  return tags.includes(tagID) ? [...tags] : [...tags, tagID];
}

/** What was typed is taken over also when the fields go, or become another entry's, or the page goes. */
function useKeepOnLeave(of: string, keep: () => void) {
  const latest = useRef({ of, keep });
  const current = latest.current.of === of ? latest.current : { of, keep };
  current.keep = keep;
  latest.current = current;
  useEffect(() => {
    const leave = () => current.keep();
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [current]);
  return latest;
}
