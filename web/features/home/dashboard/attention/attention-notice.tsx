import { CircleCheck } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { lazyComponent } from '../../../../lib/lazy.ts';
import { Button } from '../../../../ui/button.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { useSessionUser } from '../../../accounts/auth/sessions/sessions.ts';
import { useSchedules } from '../../../delivery/deliveries/schedules/queries.ts';
import { useAttention } from '../queries.ts';
import { Measured } from '../remembered.tsx';
import { type NoticeMark, readNotice, saveNotice } from './notice-memory.ts';

const AttentionCard = lazyComponent(async () => (await import('./attention-card.tsx')).AttentionCard);

/** Directly below the greeting: what needs the owner's attention, or a quiet line if nothing does. Its space is reserved while it loads. */
export function AttentionNotice() {
  const { email } = useSessionUser();
  const { data, isPending, isFetching, refetch } = useAttention();
  const schedules = useSchedules();
  const [before] = useState(() => readNotice(sessionStorage, email));
  if (isPending || schedules.isPending) return <Room mark={before} />;
  if (data && data.items.length > 0) {
    return (
      <Suspense fallback={<Room mark={before} />}>
        <Measured onHeight={(height) => saveNotice(sessionStorage, email, height || 'line')}>
          <AttentionCard items={data.items} />
        </Measured>
      </Suspense>
    );
  }
  if (!data)
    return (
      <p className="-mt-3 mb-7 md:-mt-4">
        We could not see whether anything needs you.{' '}
        <Button variant="text" isDisabled={isFetching} onPress={() => void refetch()}>
          Try again
        </Button>
      </p>
    );
  const isAnybodyChosen = schedules.data?.some((each) => !each.isDelivered && each.recipients.length > 0);
  return <Quiet ownerEmail={email} isShown={isAnybodyChosen === true} />;
}

const line = '-mt-3 mb-7 flex min-h-7.5 items-start gap-2.5 text-[1.125rem] md:-mt-4';

function Quiet({ ownerEmail, isShown }: { ownerEmail: string; isShown: boolean }) {
  useEffect(() => saveNotice(sessionStorage, ownerEmail, isShown ? 'line' : 'none'), [ownerEmail, isShown]);
  if (!isShown) return null;
  return (
    <p className={line}>
      <CircleCheck aria-hidden="true" className="mt-0.75 size-5.5 flex-none text-sage" strokeWidth={1.5} />
      Everyone you have chosen can be reached. There is nothing you need to do.
    </p>
  );
}

function Room({ mark }: { mark: NoticeMark }) {
  if (mark === 'none') return null;
  if (mark !== 'line') return <div aria-hidden="true" style={{ height: mark }} />;
  return (
    <div className={line}>
      <Skeleton className="mt-1.5 h-4.5 w-[min(27.5rem,84%)]" />
    </div>
  );
}
