import { useQuery } from '@tanstack/react-query';
import { waitingQuery } from '../../entities/approval.ts';
import { useApp } from '../../lib/app-context.ts';
import { useIdle } from '../../lib/use-idle.ts';
import { text } from './messages.ts';
import styles from './pending-count.module.css';

/** How many weeks wait for this person, beside the name of the page; nothing where none does. */
export function PendingCount() {
  const { session } = useApp();
  // The page itself comes first.
  const isIdle = useIdle();
  const { data: count = 0 } = useQuery({ ...waitingQuery(session.call), enabled: isIdle });
  if (count === 0) return null;
  return (
    <span className={styles.count}>
      <span aria-hidden="true">{count}</span>
      <span className="visually-hidden">{text.waiting(count)}</span>
    </span>
  );
}
