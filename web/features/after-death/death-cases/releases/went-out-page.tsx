import { useQuery } from '@tanstack/react-query';
import type {
  GivenAway,
  RevokedRelease,
  RevokedReleaseAnswer,
} from '../../../../../shared/after-death/releases.ts';
import { formatDateTime } from '../../../../../shared/dates.ts';
import { carriesLink, channelLabels } from '../../../../../shared/outbox/channels.ts';
import { deviceTimeZone } from '../../../../lib/device.ts';
import { Card } from '../../../../ui/card.tsx';
import { Link } from '../../../../ui/link.tsx';
import { Page } from '../../../../ui/page.tsx';
import { ReadFailure } from '../../../../ui/read-failure.tsx';
import { Skeleton, SkeletonArea } from '../../../../ui/skeleton.tsx';
import { SupportLink } from '../../../../ui/support-link.tsx';

export function WentOutPage() {
  const { data, isPending, isFetching, refetch } = useQuery<RevokedReleaseAnswer>({
    queryKey: ['/api/user/revoked-release'],
  });
  return (
    <Page
      title="What went out"
      lead={data?.release !== null && 'While we believed that you had died.'}
      width="letter"
    >
      <title>What went out · Long After</title>
      {data ? (
        <Shown release={data.release} />
      ) : isPending ? (
        <SkeletonArea label="Loading what went out" className="grid gap-4">
          <Skeleton className="h-20" />
          <Skeleton className="h-60" />
        </SkeletonArea>
      ) : (
        <ReadFailure what="what went out" isRetrying={isFetching} onRetry={refetch} />
      )}
    </Page>
  );
}

export function Shown({ release }: { release: RevokedRelease | null }) {
  if (!release)
    return <p>Nothing has gone out by mistake. What you keep with us waits for the days that you chose.</p>;
  const { releasedAt, revokedAt, given, waitingCount } = release;
  return (
    <div className="grid gap-6">
      <p>
        From {at(releasedAt)} to {at(revokedAt)} we believed that you had died, and your account was closed.
        That was our mistake, and we are sorry. {waitingWords(waitingCount)}
      </p>
      {given.length === 0 ? (
        <p>Nothing had gone out to anybody.</p>
      ) : (
        <>
          <Card padding="none">
            <ul className="divide-y divide-line">
              {given.map((each) => (
                <Given key={each.id} given={each} />
              ))}
            </ul>
          </Card>
          <p className="text-ink-soft">
            What somebody has read cannot be taken back. We have written to everybody who knew of it through
            us that you are alive. If you want something back that went by post or was handed over, write to{' '}
            <SupportLink />. You can change what waits under <Link href="/schedule">what is scheduled</Link>.
          </p>
        </>
      )}
    </div>
  );
}

function Given({ given }: { given: GivenAway }) {
  const { personName, title, isLinkClosed } = given;
  return (
    <li className="grid gap-0.5 px-4.5 py-4 md:px-6">
      <p className="wrap-anywhere">
        <span className="font-semibold">
          {personName ?? 'Somebody who is no longer in your address book'}
        </span>
        {title ? `: “${title}”` : ': a memory that you have deleted since'}
      </p>
      <p className="text-small text-ink-soft wrap-anywhere">{howItWent(given)}</p>
      {carriesLink(given.channel) && (
        <p className="text-small text-ink-soft">
          {isLinkClosed
            ? 'Its link is closed and opens nothing any more.'
            : 'It was meant for this day, and stays with them.'}
        </p>
      )}
    </li>
  );
}

const labels: Record<GivenAway['channel'], string> = {
  ...channelLabels,
  item: 'a keepsake that we had in store, handed over',
};

/** For example `By email to maya@example.com, 4 May 2031 at 12:00 Eastern. Opened 4 May 2031 at 13:10 Eastern.` */
export function howItWent(given: GivenAway): string {
  const { channel, sentTo, sentAt, arrivedAt, openedAt } = given;
  const to = sentTo ? ` to ${sentTo}` : '';
  const when = arrivedAt ?? sentAt;
  const unknown = carriesLink(channel) ? ' Nobody knows whether it arrived.' : ' It is on its way.';
  const opened = openedAt ? ` Opened ${at(openedAt)}.` : ' Not opened.';
  return `${labels[channel].replace(/^./, (first) => first.toUpperCase())}${to}${when ? `, ${at(when)}` : ''}.${arrivedAt ? '' : unknown}${carriesLink(channel) ? opened : ''}`;
}

function waitingWords(count: number): string {
  if (count === 0) return 'Nothing waits for the time after your death.';
  return count === 1
    ? 'What you left for after your death waits again, as before.'
    : `All ${count} memories that you left for after your death wait again, as before.`;
}

function at(instant: string | Date): string {
  return formatDateTime(instant, deviceTimeZone());
}
