import { Suspense } from 'react';
import { useSearch } from 'wouter';
import { lazyComponent } from '../../../lib/lazy.ts';
import { Due } from './due.tsx';
import { Loading, NothingDue, UnknownLink, Unreachable } from './keep-current-frame.tsx';
import { useKeepCurrent } from './use-keep-current.ts';

const Paid = lazyComponent(async () => (await import('./paid.tsx')).Paid);

const notPaid = { title: 'Nothing was paid', text: 'You can try again whenever you like.' };
const notHeard = {
  title: 'We have not heard of your payment yet',
  text: 'If you have paid, please load this page again in a minute.',
};

/** Where anyone with the link can pay what is due on somebody's account. */
export function KeepCurrentPage({ token }: { token: string }) {
  const search = new URLSearchParams(useSearch());
  const { state, load } = useKeepCurrent(token, search.get('session_id'));
  switch (state.step) {
    case 'loading':
      return <Loading />;
    case 'unknown':
      return <UnknownLink />;
    case 'unreachable':
      return <Unreachable onRetry={() => void load()} />;
    case 'known': {
      const { page, payment } = state;
      if (payment?.isPaid)
        return (
          <Suspense fallback={<Loading />}>
            <Paid page={page} payment={payment} />
          </Suspense>
        );
      if (page.state === 'current' || page.state === 'closed') return <NothingDue page={page} />;
      const notice = search.has('left') ? notPaid : payment ? notHeard : null;
      return <Due token={token} page={page} notice={notice} onChanged={load} />;
    }
  }
}
