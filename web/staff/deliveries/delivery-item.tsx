import { CircleAlert, Clock, Hand } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatMoment } from '../../../shared/dates.ts';
import type {
  AddressChanged,
  StaffDelivery,
  StaffDeliveryAct,
} from '../../../shared/delivery/staff-deliveries.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { joinClasses } from '../../ui/join-classes.ts';
import { Link } from '../../ui/link.tsx';
import { ageOf } from '../console/age.ts';
import { ChoosingBox } from '../console/bulk.tsx';
import { changedBy } from '../console/changed-by.ts';
import { staffTimeZone } from '../console/staff-time-zone.ts';
import { Acts } from '../console/standing.tsx';
import { actWords, statusText, toldWords } from './words.ts';

interface DeliveryItemProps {
  delivery: StaffDelivery;
  isOpen: boolean;
  isChosen: boolean;
  onChoose: () => void;
  onToggle: () => void;
  onAct: (act: StaffDeliveryAct) => void;
}

/** One delivery: who, for whom and why it stands here; opened, all that is known of it and what can be done. */
export function DeliveryItem({ delivery, isOpen, isChosen, onChoose, onToggle, onAct }: DeliveryItemProps) {
  const { id, recipient, owner, since, lastAnswer } = delivery;
  const name = recipient?.name ?? 'Nobody any more';
  return (
    <li className="border-t border-line first:border-t-0">
      <div className={joinClasses('flex hover:bg-gold-wash', isOpen && 'bg-gold-wash')}>
        <ChoosingBox id={id} name={name} isChosen={isChosen} onChoose={onChoose} />
        <button
          type="button"
          data-row={id}
          aria-expanded={isOpen}
          className="grid min-w-0 flex-1 gap-x-4 gap-y-1 py-4 pr-4 pl-2 text-left focus-visible:-outline-offset-3 md:grid-cols-[minmax(0,1fr)_auto] md:pr-6"
          onClick={onToggle}
        >
          <span className="min-w-0">
            <span className="font-serif text-lead">{name}</span>
            <span className="block truncate text-small text-ink-soft">
              from {owner.name} · {recipient?.address ?? 'no address'}
            </span>
          </span>
          <span className="flex flex-wrap items-center gap-3 md:justify-end">
            <StateBadge delivery={delivery} />
            <span className="text-small tabular-nums">{ageOf(since, Date.now())}</span>
          </span>
          {lastAnswer && (
            <span className="truncate text-small text-ink-soft md:col-span-2">{lastAnswer}</span>
          )}
        </button>
      </div>
      {isOpen && <Details delivery={delivery} onAct={onAct} />}
    </li>
  );
}

function StateBadge({ delivery }: { delivery: StaffDelivery }) {
  const { state, reason } = delivery;
  if (reason === 'held_by_staff') return <Badge icon={Hand}>{statusText(delivery)}</Badge>;
  return state === 'failed' || state === 'waiting' ? (
    <Badge icon={CircleAlert} tone={state === 'failed' ? 'rose' : 'gold'}>
      {statusText(delivery)}
    </Badge>
  ) : (
    <Badge icon={Clock}>{statusText(delivery)}</Badge>
  );
}

function Details({ delivery, onAct }: Pick<DeliveryItemProps, 'delivery' | 'onAct'>) {
  const { told, acts, owner, recipient, attemptCount, lastAttempt, nextAttempt, unansweredMails, ...rest } =
    delivery;
  const facts: [string, ReactNode][] = [
    [
      'What',
      `${rest.memoryType ?? 'a deleted memory'}, ${rest.deliveryMethod === 'physical' ? 'by post' : 'by email'}`,
    ],
    ['Due', moment(rest.dueAt)],
    [
      'Owner',
      <>
        <Link href={`/admin/people/${owner.id}`}>{owner.name}</Link>, {owner.email}
      </>,
    ],
    ['Attempts', lastAttempt ? `${attemptCount}, the last on ${moment(lastAttempt)}` : String(attemptCount)],
    ['Next attempt', nextAttempt && moment(nextAttempt)],
    ['Mail server', rest.lastAnswer],
    ['Sent to', rest.sentTo],
    ['Not confirmed', unansweredMails > 0 ? `${unansweredMails} emails` : null],
    ['Opened', rest.openedAt && moment(rest.openedAt)],
    ['Mailing address', rest.deliveryMethod === 'physical' && (recipient?.mailingAddress ?? 'missing')],
    ['Address', recipient?.changed && changedWords(recipient.changed)],
    ['Parcel', rest.posting && parcelOf(rest.posting)],
  ];
  return (
    <div className="grid gap-5 px-4 pt-4 pb-6 md:px-6">
      <dl className="grid gap-x-6 gap-y-1 text-small sm:grid-cols-[9rem_minmax(0,1fr)]">
        {facts
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-ink-soft">{label}</dt>
              <dd className="break-words tabular-nums max-sm:mb-2">{value}</dd>
            </div>
          ))}
        <div className="contents">
          <dt className="text-ink-soft">Who was told</dt>
          <dd>
            {told.length === 0 && 'Nobody'}
            <ul>
              {linesOf(told).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </dd>
        </div>
      </dl>
      <Acts ownerId={owner.id} acts={inOrder(acts)} openToAll={['hold']} agreements={['readdress']}>
        {(act, index) => (
          <Button
            key={act}
            size="small"
            variant={index === 0 && act !== 'hold' ? 'primary' : 'quiet'}
            onPress={() => onAct(act)}
          >
            {actWords[act].button}
          </Button>
        )}
      </Acts>
    </div>
  );
}

/** What several of the staff were told at once is one line. */
function linesOf(told: StaffDelivery['told']): string[] {
  const lines = told.map(({ kind, to, writtenAt, sentAt, failedAt }) => {
    const outcome = sentAt ? '' : failedAt ? ' (could not be sent)' : ' (not sent yet)';
    return `${to === 'owner' ? 'Owner' : 'Staff'} ${toldWords[kind]}, ${moment(sentAt ?? writtenAt)}${outcome}`;
  });
  return [...new Set(lines)];
}

/** `changed by Lena Moreau on 30 November 2026`, and until when nothing goes there. */
function changedWords({ by, at, waitsUntil }: AddressChanged): string {
  const isWaiting = waitsUntil !== null && new Date(waitsUntil) > new Date();
  return `${changedBy({ by, at })}${isWaiting ? `; nothing goes there before ${moment(String(waitsUntil))}` : ''}`;
}

function parcelOf({
  postedAt,
  trackingNumber,
  arrivedAt,
  returnedAt,
}: NonNullable<StaffDelivery['posting']>) {
  const end = arrivedAt
    ? `, arrived ${moment(arrivedAt)}`
    : returnedAt
      ? `, came back ${moment(returnedAt)}`
      : '';
  return `posted ${moment(postedAt)}${trackingNumber ? `, tracking number ${trackingNumber}` : ''}${end}`;
}

/** What sends it on comes first. */
function inOrder(acts: readonly StaffDeliveryAct[]): StaffDeliveryAct[] {
  return acts.toSorted((one, other) => Number(one === 'hold') - Number(other === 'hold'));
}

function moment(instant: string): string {
  return formatMoment(new Date(instant), staffTimeZone());
}
