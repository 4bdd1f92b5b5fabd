import type { ReactNode, Ref } from 'react';
import { PageHeader } from './page-header.tsx';
import styles from './settings-layout.module.css';
import { SettingsTabs } from './settings-tabs.tsx';

export type SettingsLayoutProps = {
  title: string;
  /** A form is narrow so that it is read well; a list has more beside each other. */
  measure?: 'form' | 'list';
  action?: ReactNode;
  ref?: Ref<HTMLDivElement>;
  children: ReactNode;
};

/** A part of the settings: its title, the way to the other parts, and what it is made of. */
export function SettingsLayout({ title, measure = 'form', action, ref, children }: SettingsLayoutProps) {
  return (
    <div className={styles.page} data-measure={measure} ref={ref}>
      <PageHeader title={title} action={action} />
      <SettingsTabs />
      {children}
    </div>
  );
}
