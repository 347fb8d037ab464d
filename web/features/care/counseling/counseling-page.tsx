import { Suspense, useState } from 'react';
import { plans } from '../../../../shared/plans.ts';
import { dayIn } from '../../../lib/calendar-day.ts';
import { lazyComponent } from '../../../lib/lazy.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Card } from '../../../ui/card.tsx';
import { Link } from '../../../ui/link.tsx';
import { NoSalesNote } from '../../../ui/no-sales-note.tsx';
import { Page } from '../../../ui/page.tsx';
import { useTimeZone } from '../../accounts/auth/sessions/queries.ts';
import { useSessionUser } from '../../accounts/auth/sessions/sessions.ts';
import { CancelledPayment } from '../../billing/payments/payments.tsx';
import { BookingDesk } from './booking-desk.tsx';
import { OwnRequests } from './own-requests.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { useAvailability } from './queries.ts';
import { SessionDrawing } from './session-drawings.tsx';

const RequestDialog = lazyComponent(async () => (await import('./request-dialog.tsx')).RequestDialog);

export function CounselingPage() {
  const { subscriptionPlan } = useSessionUser();
  const timezone = useTimeZone();
  return (
    <Page title="Counseling" lead="Someone to talk to, by secure video. HIPAA compliant.">
      <title>Counseling · Long After</title>
      <NoSalesNote>Sessions cannot be booked here now.</NoSalesNote>
      <CancelledPayment path="/counselor">
        Your place is kept for a short while <Link href="#your-sessions">further down this page</Link>.
      </CancelledPayment>
      {subscriptionPlan === 'free' ? <Upgrade /> : <Booking timezone={timezone} />}
      <OwnSessions timezone={timezone} />
      <OwnRequests timezone={timezone} />
    </Page>
  );
}

/** Only the server knows whether the plan is still paid. */
function Booking({ timezone }: { timezone: string }) {
  const [isAsking, setAsking] = useState(false);
  const today = dayIn(timezone, Date.now());
  const { data } = useAvailability(today, today);
  if (data === null) return <Upgrade isLapsed />;
  return (
    <>
      <BookingDesk timezone={timezone} onOtherTime={() => setAsking(true)} />
      <Suspense fallback={null}>
        {isAsking && <RequestDialog timezone={timezone} onClose={() => setAsking(false)} />}
      </Suspense>
    </>
  );
}

function Upgrade({ isLapsed = false }: { isLapsed?: boolean }) {
  return (
    <Card
      as="section"
      padding="none"
      aria-labelledby="upgrade"
      className="grid overflow-hidden md:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]"
    >
      <SessionDrawing type="individual" className="h-48 w-full md:h-full" />
      <div className="grid content-center gap-3 p-5 md:p-9">
        <h2 id="upgrade" className="text-heading">
          Sessions with a counselor
        </h2>
        {isLapsed ? (
          <p>Sessions can be booked again as soon as your plan is paid. What you have booked stays booked.</p>
        ) : (
          <p>
            Talk with a counselor, one to one or in a small group, by secure video. Sessions come with{' '}
            {plans.basic.name} and {plans.premium.name}, and are paid one by one.
          </p>
        )}
        <div className="mt-2">
          <ButtonLink href={isLapsed ? '/settings' : '/checkout'}>
            {isLapsed ? 'See your plan' : 'See the plans'}
          </ButtonLink>
        </div>
      </div>
    </Card>
  );
}
