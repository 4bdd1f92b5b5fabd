import { LEAST_MONTHS, MOST_MONTHS } from '@stint/domain/workspace/retention.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  previewRetention,
  type Retention,
  type RetentionPreview,
  setRetention,
} from '../../../entities/retention.ts';
import { useApp } from '../../../lib/app-context.ts';
import { invalidate } from '../../../lib/invalidate.ts';
import { theirsOf } from '../../../lib/theirs-of.ts';
import { useSubmit } from '../../../lib/use-async.ts';
import { useFullDate } from '../../../lib/use-full-date.ts';
import { common } from '../../../messages/common.ts';
import { Button } from '../../../ui/button.tsx';
import { ConflictChoice, type ConflictChoiceProps } from '../../../ui/conflict-choice.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, Input } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { useToast } from '../../../ui/toast.tsx';
import styles from '../settings.module.css';
import { text } from './messages.ts';

const words = text.retention;
const FIRST_MONTHS = '36';

/** @property mine what was typed when it became known that another owner had set something */
type Theirs = { set: Retention; mine: string };

type Seen = { months: number; preview: RetentionPreview };

/** First it is looked at what goes, then it is set; whatever is typed anew has to be looked at again. */
export function RetentionDialog({ stored, onClose }: { stored: Retention; onClose: () => void }) {
  const { call } = useApp().session;
  const queryClient = useQueryClient();
  const toast = useToast();
  const fullDate = useFullDate();
  const [typed, setTyped] = useState(stored.months === null ? FIRST_MONTHS : String(stored.months));
  const [hasTried, setHasTried] = useState(false);
  const [seen, setSeen] = useState<Seen | null>(null);
  const [theirs, setTheirs] = useState<Theirs | null>(null);
  const months = monthsOf(typed);
  const isSeen = seen !== null && seen.months === months;
  const { isBusy, error, submit } = useSubmit(async () => {
    setHasTried(true);
    if (months === null) return;
    if (!isSeen) {
      setSeen({ months, preview: await previewRetention(call, months) });
      return;
    }
    try {
      const { beginsAt } = await setRetention(call, months, (theirs?.set ?? stored).version);
      await invalidate(queryClient, 'retention', 'workspace');
      toast({ text: words.saved(fullDate(beginsAt)) });
      onClose();
    } catch (thrown) {
      const current = theirsOf<Retention>(thrown);
      if (!current) throw thrown;
      setTheirs({ set: current, mine: typed });
      setSeen(null);
    }
  });
  const takeTheirs = () => void invalidate(queryClient, 'retention', 'workspace').then(onClose);
  return (
    <Dialog title={words.dialogTitle} closeLabel={common.close} onClose={onClose} size="medium">
      <Form className={styles.form} error={error} onSubmit={submit}>
        <p>{words.dialogText}</p>
        {theirs ? (
          <ConflictChoice
            {...choiceOf(theirs, typed, (months) => (months === null ? takeTheirs() : setTyped(months)))}
            onTheirs={takeTheirs}
          />
        ) : null}
        <Field
          label={words.months}
          hint={words.monthsHint}
          error={hasTried && months === null ? words.monthsInvalid : null}
        >
          <Input
            inputMode="numeric"
            maxLength={3}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        <div role="status">{isSeen ? <Goes {...seen.preview} /> : null}</div>
        <Button type="submit" variant={isSeen ? 'danger' : 'primary'} isBusy={isBusy}>
          {isSeen ? words.confirm : words.look}
        </Button>
      </Form>
    </Dialog>
  );
}

/** @param choose null: everything is kept, which another owner has set already */
function choiceOf(
  { set, mine }: Theirs,
  typed: string,
  choose: (months: string | null) => void,
): Pick<ConflictChoiceProps, 'fields' | 'taken'> {
  const months = set.months === null ? null : String(set.months);
  const field = {
    label: words.months,
    mine: typed === months ? mine : typed,
    theirs: months ?? words.everything,
    isTheirs: typed === months,
    onMine: () => choose(mine),
    onTheirs: () => choose(months),
  };
  return { fields: [field], taken: [] };
}

function Goes({ entries, minutes, weeks, people, untilDate, beginsAt }: RetentionPreview) {
  const fullDate = useFullDate();
  const until = fullDate(untilDate);
  return (
    <>
      <p>{entries === 0 ? words.nothing(until) : words.goes({ entries, minutes, weeks, people, until })}</p>
      <p className={styles.quiet}>{words.first(fullDate(beginsAt))}</p>
    </>
  );
}

function monthsOf(typed: string): number | null {
  const months = Number(typed);
  return /^\d+$/.test(typed.trim()) && months >= LEAST_MONTHS && months <= MOST_MONTHS ? months : null;
}
