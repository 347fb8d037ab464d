import { formatDay } from '../../../../../shared/dates.ts';
import type { HandOver } from '../../../../../shared/delivery/hand-over.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Link } from '../../../../ui/link.tsx';
import { Page } from '../../../../ui/page.tsx';
import { ReadFailure } from '../../../../ui/read-failure.tsx';
import { Skeleton, SkeletonArea } from '../../../../ui/skeleton.tsx';
import { ChooseLater } from './choose-later.tsx';
import { LaterText } from './later-text.tsx';
import { useLater, useTakeBack } from './queries.ts';

/** Before the service closes: what would come after its last day, and which of it is delivered on that day. */
export function HandOverPage() {
  const { data, isPending, isFetching, refetch } = useLater();
  const day = data?.lastDay && formatDay(data.lastDay);
  return (
    <Page
      width="letter"
      title="What would come later"
      lead={day ? `Long After closes on ${day}. Until then everything goes out as planned.` : undefined}
    >
      <title>What would come later · Long After</title>
      {isPending && (
        <SkeletonArea label="Loading what would come later" className="grid gap-6">
          <Skeleton className="h-28" />
          <Skeleton className="h-28" />
        </SkeletonArea>
      )}
      {data && <Later {...data} />}
      {!isPending && !data && (
        <ReadFailure what="what would come later" isRetrying={isFetching} onRetry={refetch} />
      )}
    </Page>
  );
}

function Later({ lastDay, later }: HandOver) {
  if (!lastDay)
    return (
      <EmptyState
        headingLevel={2}
        title="Long After goes on"
        description="There is no last day, and nothing to decide here."
      />
    );
  if (later.length === 0)
    return (
      <EmptyState
        headingLevel={2}
        title="Nothing comes later"
        description="All that you have left goes out by the last day. There is nothing you need to do."
      />
    );
  const handedOver = later.filter(({ isHandedOver }) => isHandedOver);
  const open = later.filter(({ isHandedOver }) => !isHandedOver);
  return (
    <div className="grid gap-10">
      {open.length > 0 && <ChooseLater key={open.length} lastDay={lastDay} later={open} />}
      {handedOver.length > 0 && <HandedOver lastDay={lastDay} later={handedOver} />}
      <p className="max-w-measure text-ink-soft">
        Whatever you decide, you can take all of it with you:{' '}
        <Link href="/settings?tab=account">prepare your export</Link>. It opens in any browser, without us.
      </p>
    </div>
  );
}

function HandedOver({ lastDay, later }: HandOver & { lastDay: string }) {
  const { mutate, isPending } = useTakeBack();
  return (
    <section aria-labelledby="handed-over">
      <h2 id="handed-over" className="text-title">
        To be delivered on {formatDay(lastDay)}
      </h2>
      <Card className="mt-4">
        <ul className="grid gap-4">
          {later.map((each) => (
            <li key={each.scheduleId}>
              <LaterText later={each} />
            </li>
          ))}
        </ul>
        <Button variant="quiet" className="mt-6 max-md:w-full" isPending={isPending} onPress={() => mutate()}>
          {later.length > 1 ? 'Take them back' : 'Take it back'}
        </Button>
      </Card>
    </section>
  );
}
