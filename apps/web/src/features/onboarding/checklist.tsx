import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { addSample, removeSample, sampleQuery } from '../../entities/sample-data.ts';
import { useCan } from '../../lib/actor.ts';
import { useApp } from '../../lib/app-context.ts';
import { describeError } from '../../lib/describe-error.ts';
import { today } from '../../lib/today.ts';
import { useSubmit } from '../../lib/use-async.ts';
import { pageTitles } from '../../messages/common.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { FormError } from '../../ui/field.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { useToast } from '../../ui/toast.tsx';
import { text } from './messages.ts';
import styles from './onboarding.module.css';
import { endChecklist, isChecklistOver, type StepName, useSteps } from './use-steps.ts';

const words = text.checklist;

/** In the order in which the page after signing up names them. */
const STEPS: { name: StepName; icon: IconName; to: string; search: Record<string, string> }[] = [
  { name: 'hour', icon: 'time', to: '/time', search: {} },
  { name: 'project', icon: 'projects', to: '/projects', search: { new: '1' } },
  { name: 'invite', icon: 'team', to: '/team', search: { invite: '1' } },
];

/** What is left of getting started, until all of it is done or somebody hides it. */
export function Checklist() {
  const { start } = useApp();
  const [isOver, setIsOver] = useState(() => isChecklistOver(start.tenantID));
  return isOver ? null : <Open onOver={() => setIsOver(true)} />;
}

function Open({ onOver }: { onOver: () => void }) {
  const { start } = useApp();
  const steps = useSteps();
  const hide = () => {
    endChecklist(start.tenantID);
    onOver();
  };
  if (!steps) return null;
  const done = STEPS.filter(({ name }) => steps[name]).length;
  if (steps.isOver) return null;
  return (
    <section className={styles.checklist} aria-label={words.title}>
      <div className={styles.checkHead}>
        <h2>{words.title}</h2>
        <span>{words.progress(done, STEPS.length)}</span>
        <Button variant="quiet" onClick={hide}>
          {words.hide}
        </Button>
      </div>
      <ul className={styles.checks}>
        {STEPS.map(({ name, icon, to, search }) => (
          <li key={name}>
            <Link className={styles.step} to={to} search={search as never}>
              <Icon name={steps[name] ? 'check' : icon} size={22} />
              <span>
                <b>{words[name]}</b>
                <small>{steps[name] ? words.done : words[`${name}Text`]}</small>
              </span>
              <Icon name="right" />
            </Link>
          </li>
        ))}
      </ul>
      <Sample />
      <Import />
    </section>
  );
}

/** For who comes from another program: what was recorded there need not be typed again. */
function Import() {
  if (!useCan('data.import')) return null;
  return (
    <div className={styles.sample}>
      <p>{words.importText}</p>
      <Link className={buttonClass('secondary')} to="/settings/import" search={{}}>
        {pageTitles.import}
      </Link>
    </div>
  );
}

/** A full week to look at; in and out with one click. */
function Sample() {
  const { session, start } = useApp();
  const { call } = session;
  const { teamMemberID } = start.me;
  const queryClient = useQueryClient();
  const toast = useToast();
  const sample = useQuery(sampleQuery(call));
  const isThere = sample.data === 'there';
  const { isBusy, error, submit } = useSubmit(async () => {
    if (isThere) await removeSample(call, teamMemberID);
    else {
      const { client, website, brand, comments } = words;
      await addSample(call, { teamMemberID, today: today(), words: { client, website, brand, comments } });
    }
    await queryClient.invalidateQueries();
    toast({ text: isThere ? words.removed : words.added });
  });
  if (!sample.data) return null;
  return (
    <div className={styles.sample}>
      <p>{words.sampleText}</p>
      {error ? <FormError>{describeError(error)}</FormError> : null}
      <Button isBusy={isBusy} onClick={submit}>
        {isThere ? words.removeSample : words.addSample}
      </Button>
    </div>
  );
}
