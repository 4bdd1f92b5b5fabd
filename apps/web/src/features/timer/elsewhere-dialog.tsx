import { common } from '../../messages/common.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { nameOf, sinceOf } from './format.ts';
import { text } from './messages.ts';
import type { Problem } from './timer-box.ts';
import type { TimerView } from './use-timer.ts';

type Props = { timer: TimerView; problem: Problem };

/** A timer that was started here while another one ran elsewhere: one of them goes on. */
export function ElsewhereDialog({ timer, problem }: Props) {
  const { act, running } = problem;
  const { store, now } = timer;
  const keep = () => store.settle(act.key);
  if (!running || act.kind !== 'start') return null;
  return (
    <Dialog
      title={text.elsewhere.title}
      closeLabel={common.close}
      onClose={keep}
      footer={
        <>
          <Button onClick={keep}>{text.elsewhere.keep}</Button>
          <Button variant="primary" onClick={() => store.settle(act.key, 'stop')}>
            {text.elsewhere.stop}
          </Button>
        </>
      }
    >
      <p>{text.elsewhere.text(nameOf(running), sinceOf(running.startedAt, now()))}</p>
      <p>{text.elsewhere.own(nameOf(act.work))}</p>
    </Dialog>
  );
}
