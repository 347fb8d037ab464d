import { Suspense } from 'react';
import { useSearchParams } from 'wouter';
import { QuietDaysStep } from '../features/after-death/release-wishes/quiet-days.tsx';
import { RehearsalPage } from '../features/delivery/rehearsal/rehearsal-page.tsx';
import { lazyComponent } from '../lib/lazy.ts';

const HandOverPage = lazyComponent(
  async () => (await import('../features/delivery/deliveries/hand-over/hand-over-page.tsx')).HandOverPage,
);

/**
 * Passes the quiet days, which belong to a feature above it, to the rehearsal. What would come after the last day
 * of the service is loaded from here, so that the dashboard does not load a page that hardly anybody ever needs.
 */
export function RehearsalScreen() {
  const [query] = useSearchParams();
  if (query.get('as') !== 'later') return <RehearsalPage quietDays={<QuietDaysStep />} />;
  return (
    <Suspense>
      <HandOverPage />
    </Suspense>
  );
}
