import type { ReactNode } from 'react';
import styles from './banner.module.css';
import { Icon, type IconName } from './icon.tsx';

export type BannerTone = 'info' | 'warning' | 'danger' | 'success';

/** A line across the page that stays until its reason is gone. */
export function Banner({
  tone,
  icon,
  children,
  action,
}: {
  tone: BannerTone;
  icon?: IconName;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className={styles.banner} data-tone={tone} role="status">
      {icon ? <Icon name={icon} /> : null}
      <div className={styles.text}>{children}</div>
      {action}
    </div>
  );
}
