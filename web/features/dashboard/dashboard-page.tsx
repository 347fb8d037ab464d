import { Page } from '../../ui/Page.tsx';
import { useSessionUser } from '../sessions/sessions.ts';
import { MyMemories } from './my-memories.tsx';
import { PlanUsage } from './plan-usage.tsx';
import { QuickActions } from './quick-actions.tsx';
import { StatsRow } from './stats-row.tsx';
import { UpcomingDeliveries } from './upcoming-deliveries.tsx';

export function DashboardPage() {
  const { firstName } = useSessionUser();
  return (
    <Page
      title={`Welcome back, ${firstName}`}
      lead="Your legacy is safely preserved. Here's what you've shared so far."
    >
      <title>Home · Long After</title>
      <StatsRow />
      <QuickActions />
      <div className="mt-12 grid items-start gap-x-14 gap-y-12 lg:grid-cols-[minmax(0,1.75fr)_minmax(0,1fr)]">
        <MyMemories />
        <div className="grid gap-12 md:max-lg:grid-cols-2 md:max-lg:gap-10">
          <UpcomingDeliveries />
          <PlanUsage />
        </div>
      </div>
    </Page>
  );
}
