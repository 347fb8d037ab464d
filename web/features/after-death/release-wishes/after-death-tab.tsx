import type { User } from '../../../../shared/accounts/accounts.ts';
import type { ReleaseWishes } from '../../../../shared/after-death/release-wishes.ts';
import { formatFullDate, formatMoment } from '../../../../shared/dates.ts';
import { Link } from '../../../ui/link.tsx';
import { ReadFailure } from '../../../ui/read-failure.tsx';
import { Skeleton, SkeletonArea } from '../../../ui/skeleton.tsx';
import { ThreadList } from '../../../ui/thread-list.tsx';
import { Group } from './group.tsx';
import { useReleaseWishes } from './queries.ts';
import { HowLongWeWait, WhatGoesOut, WhoMayTellUs } from './wish-groups.tsx';
import { describeContacts, listAddresses } from './wish-values.ts';
import { firstSentAt, quietUntil } from './wishes.ts';

/** What the owner chooses about reports of their death and what comes after. Each choice is saved at once. */
export function AfterDeathTab({ profile }: { profile: User }) {
  const { data: wishes, isPending, isFetching, refetch } = useReleaseWishes();
  if (wishes) return <Choices profile={profile} wishes={wishes} />;
  if (isPending) return <ChoicesSkeleton />;
  return (
    <ReadFailure
      what="what you chose"
      safe="It is as you left it."
      isRetrying={isFetching}
      onRetry={refetch}
    />
  );
}

interface ChoicesProps {
  profile: User;
  wishes: ReleaseWishes;
}

/** In the order of events, with the days they would fall on if a report were verified today. */
function Choices({ profile, wishes }: ChoicesProps) {
  const { timezone } = profile;
  const nowMs = Date.now();
  const sentAt = firstSentAt(wishes, nowMs);
  const quietEnd = quietUntil(wishes, nowMs);
  return (
    <>
      <p className="font-serif text-lead text-pretty lining-nums">
        If somebody told us today that you had died, and we accepted the proof, nothing would go out before{' '}
        {formatMoment(sentAt, timezone)}, and you could stop it with one press until then.
      </p>
      <p className="mb-9">
        <Link href="/rehearsal" className="inline-flex min-h-11 items-center">
          See who would receive what
        </Link>
      </p>
      <ThreadList
        label="What would follow a report"
        items={[
          {
            key: 'who',
            content: (
              <Group title="Who may tell us" day={`Today, ${formatFullDate(new Date(nowMs), timezone)}`}>
                <WhoMayTellUs profile={profile} wishes={wishes} />
              </Group>
            ),
          },
          {
            key: 'wait',
            content: (
              <Group
                title="How long we wait"
                day={`Until ${formatFullDate(sentAt, timezone)}`}
                lead={`We would ask you at ${listAddresses(profile, wishes)}, and again every day. One press of a button would end it, and so would signing in.`}
              >
                <HowLongWeWait profile={profile} wishes={wishes} />
              </Group>
            ),
          },
          {
            key: 'goes-out',
            content: (
              <Group
                title="What goes out"
                day={`Not before ${formatMoment(sentAt, timezone)}`}
                lead={`If you had not answered, what is for after your death would begin to go out. ${describeContacts(wishes.trustedContacts)}${
                  quietEnd
                    ? ` Dated deliveries would go out again from ${formatFullDate(quietEnd, timezone)}.`
                    : ''
                }`}
              >
                <WhatGoesOut profile={profile} wishes={wishes} />
              </Group>
            ),
          },
        ]}
      />
    </>
  );
}

function ChoicesSkeleton() {
  return (
    <SkeletonArea label="Loading what you chose" className="grid gap-6">
      <Skeleton className="h-20" />
      <Skeleton className="ml-8.5 h-64" />
      <Skeleton className="ml-8.5 h-48" />
      <Skeleton className="ml-8.5 h-48" />
    </SkeletonArea>
  );
}
