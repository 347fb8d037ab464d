import { CircleAlert, Clock, Hand } from 'lucide-react';
import { Fragment } from 'react';
import type {
  AddressChanged,
  StaffDelivery,
  StaffDeliveryAct,
} from '../../../shared/delivery/staff-deliveries.ts';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { type Fact, Facts, momentOf, type RowContent } from '../console/queue-row.tsx';
import { Acts } from '../console/standing.tsx';
import { changedBy } from '../console/times.ts';
import { actLabels, nameOf, statusText, toldLabels } from './labels.ts';

/** The line: for whom, from whom, why it stopped. The details: everything known, and the actions. */
export function rowOf(delivery: StaffDelivery, onAct: (act: StaffDeliveryAct) => void): RowContent {
  const { recipient, owner, since, lastAnswer, acts } = delivery;
  return {
    title: nameOf(delivery),
    subtitle: `from ${owner.name} · ${recipient?.address ?? 'no address'}`,
    state: stateOf(delivery),
    since,
    note: lastAnswer,
    children: (
      <>
        <Facts facts={factsOf(delivery)} />
        <Acts ownerId={owner.id} acts={inOrder(acts)} openToAll={['hold']} agreements={['readdress']}>
          {(act, index) => (
            <Button
              key={act}
              size="small"
              variant={index === 0 && act !== 'hold' ? 'primary' : 'quiet'}
              onPress={() => onAct(act)}
            >
              {actLabels[act].button}
            </Button>
          )}
        </Acts>
      </>
    ),
  };
}

function stateOf(delivery: StaffDelivery): RowContent['state'] {
  const { state, reason } = delivery;
  const label = statusText(delivery);
  if (reason === 'held_by_staff') return { label, tone: 'neutral', icon: Hand };
  if (state === 'failed') return { label, tone: 'rose', icon: CircleAlert };
  if (state === 'waiting') return { label, tone: 'gold', icon: CircleAlert };
  return { label, tone: 'neutral', icon: Clock };
}

function factsOf(delivery: StaffDelivery): readonly Fact[] {
  const { told, owner, recipient, attemptCount, lastAttempt, nextAttempt, unansweredMails, ...rest } =
    delivery;
  return [
    [
      'What',
      `${rest.memoryType ?? 'a deleted memory'}, ${rest.deliveryMethod === 'physical' ? 'by post' : 'by email'}`,
    ],
    ['Due', momentOf(rest.dueAt)],
    [
      'Owner',
      <Fragment key="owner">
        <Link href={`/admin/people/${owner.id}`}>{owner.name}</Link>, {owner.email}
      </Fragment>,
    ],
    [
      'Attempts',
      lastAttempt ? `${attemptCount}, the last on ${momentOf(lastAttempt)}` : String(attemptCount),
    ],
    ['Next attempt', momentOf(nextAttempt)],
    ['Mail server', rest.lastAnswer],
    ['Sent to', rest.sentTo],
    ['Not confirmed', unansweredMails > 0 ? `${unansweredMails} emails` : null],
    ['Opened', momentOf(rest.openedAt)],
    ['Mailing address', rest.deliveryMethod === 'physical' && (recipient?.mailingAddress ?? 'missing')],
    ['Address', recipient?.changed && changeOf(recipient.changed)],
    ['Parcel', rest.posting && parcelOf(rest.posting)],
    ['Who was told', linesOf(told).join('\n') || 'Nobody'],
  ];
}

/** A notice that went to several members of staff is one line. */
function linesOf(told: StaffDelivery['told']): string[] {
  const lines = told.map(({ kind, to, writtenAt, sentAt, failedAt }) => {
    const outcome = sentAt ? '' : failedAt ? ' (could not be sent)' : ' (not sent yet)';
    return `${to === 'owner' ? 'Owner' : 'Staff'} ${toldLabels[kind]}, ${momentOf(sentAt ?? writtenAt)}${outcome}`;
  });
  return [...new Set(lines)];
}

/** `changed by Lena Moreau on 30 November 2026`, and until when nothing goes there. */
function changeOf({ by, at, waitsUntil }: AddressChanged): string {
  const isWaiting = waitsUntil !== null && new Date(waitsUntil) > new Date();
  return `${changedBy({ by, at })}${isWaiting ? `; nothing goes there before ${momentOf(String(waitsUntil))}` : ''}`;
}

function parcelOf({
  postedAt,
  trackingNumber,
  arrivedAt,
  returnedAt,
}: NonNullable<StaffDelivery['posting']>) {
  const end = arrivedAt
    ? `, arrived ${momentOf(arrivedAt)}`
    : returnedAt
      ? `, came back ${momentOf(returnedAt)}`
      : '';
  return `posted ${momentOf(postedAt)}${trackingNumber ? `, tracking number ${trackingNumber}` : ''}${end}`;
}

/** Actions that let it proceed come first. */
function inOrder(acts: readonly StaffDeliveryAct[]): StaffDeliveryAct[] {
  return acts.toSorted((one, other) => Number(one === 'hold') - Number(other === 'hold'));
}
