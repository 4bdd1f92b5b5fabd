import { type SubscriptionStatus, trialDaysLeft } from '@stint/domain/workspace/subscription.ts';
import { useNavigate } from '@tanstack/react-router';
import { useCan } from '../lib/actor.ts';
import { useApp } from '../lib/app-context.ts';
import { mainOriginOf } from '../lib/session.ts';
import { pageTitles } from '../messages/common.ts';
import { Icon } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import { text } from './messages.ts';
import styles from './shell.module.css';

/** Which workspace this is, and the way to another one. */
export function WorkspaceMenu() {
  const { session, start } = useApp();
  const main = mainOriginOf(session.settings);
  const navigate = useNavigate();
  const mayPay = useCan('billing.manage');
  const { status, trialEndsAt } = start.subscription;
  const days = trialDaysLeft(
    {
      status: status as SubscriptionStatus,
      trialEndsAt: trialEndsAt === null ? null : new Date(trialEndsAt),
    },
    new Date(),
  );
  return (
    <Menu
      label={text.workspaceMenu(start.name)}
      align="start"
      isBare
      button={
        <>
          {start.logo ? (
            <img className={styles.logo} src={start.logo} alt="" />
          ) : (
            <span className={styles.initial} aria-hidden="true">
              {start.name.slice(0, 1).toUpperCase()}
            </span>
          )}
          <span className={styles.menuText}>
            <b>{start.name}</b>
            <small>{days > 0 ? text.trialLeft(days) : start.slug}</small>
          </span>
          <Icon name="down" size={16} />
        </>
      }
      items={[
        ...(mayPay
          ? [
              {
                label: pageTitles.billing,
                icon: 'billing' as const,
                onSelect: () => void navigate({ to: '/billing' }),
              },
            ]
          : []),
        { label: text.switchWorkspace, icon: 'external', onSelect: () => location.assign(`${main}/`) },
        {
          label: text.createWorkspace,
          icon: 'plus',
          onSelect: () => location.assign(`${main}/select-region`),
        },
      ]}
    />
  );
}
