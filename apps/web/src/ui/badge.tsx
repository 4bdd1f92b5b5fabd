import styles from './badge.module.css';

export type BadgeTone = 'neutral' | 'primary' | 'success' | 'warning' | 'danger' | 'info';

export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: string }) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  );
}

/** How the states of a week look. */
export const weekStateTones = {
  open: 'neutral',
  pending: 'info',
  approved: 'success',
  disapproved: 'danger',
} as const satisfies Record<string, BadgeTone>;
