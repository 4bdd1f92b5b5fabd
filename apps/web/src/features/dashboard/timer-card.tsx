import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { timerQuery } from '../../entities/timer.ts';
import { useApp } from '../../lib/app-context.ts';
import { clockTime } from '../../lib/clock.ts';
import { ColorDot } from '../../ui/color-field.tsx';
import { QueryCard } from '../../ui/query-card.tsx';
import styles from './dashboard.module.css';
import { text } from './messages.ts';

/** What runs; it is started and stopped in the line above every page. */
export function TimerCard() {
  const overview = useQuery(timerQuery(useApp().session.call));
  const words = text.timer;
  return (
    <QueryCard
      title={words.title}
      query={overview}
      isEmpty={({ timer }) => timer === null}
      empty={words.none}
    >
      {({ timer }) =>
        timer && (
          <>
            <p>
              <ColorDot color={timer.color} />
              {timer.projectID && timer.projectName ? (
                <Link to="/projects/$id" params={{ id: timer.projectID }} search={{}}>
                  {[timer.projectName, timer.activityName].filter(Boolean).join(' · ')}
                </Link>
              ) : (
                words.noProject
              )}
            </p>
            {timer.comment ? <p>{timer.comment}</p> : null}
            <p className={styles.quiet}>{words.since(clockTime(timer.startedAt))}</p>
          </>
        )
      }
    </QueryCard>
  );
}
