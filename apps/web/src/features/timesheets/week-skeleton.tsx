import { common } from '../../messages/common.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import type { TimeView } from './time-view.ts';
import styles from './week-skeleton.module.css';

const rows = ['a', 'b', 'c', 'd', 'e', 'f'];
const days = [0, 1, 2, 3, 4, 5, 6];

/** The sheet before its hours are there, in its own measures: nothing moves when they come. */
export function WeekSkeleton({ view }: { view: TimeView }) {
  if (view !== 'week') return <SkeletonRows count={5} label={common.loading} />;
  return (
    <div className={styles.sheet} role="status">
      <span className="visually-hidden">{common.loading}</span>
      <div className={styles.head} />
      {rows.map((row) => (
        <div key={row} className={styles.row}>
          <span className={styles.name} />
          {days.map((day) => (
            <span key={day} className={styles.cell} />
          ))}
        </div>
      ))}
      <div className={styles.foot} />
    </div>
  );
}
