import { DashboardPage } from '../features/dashboard/dashboard-page.tsx';
import { GettingStarted } from './getting-started.tsx';

/** `/dashboard`, with the steps of setting a workspace up until they are done. */
export function HomePage() {
  return <DashboardPage GettingStarted={GettingStarted} />;
}
