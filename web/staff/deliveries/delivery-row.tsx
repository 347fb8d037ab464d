import { CircleAlert, Clock, Hand } from 'lucide-react';
import { Fragment } from 'react';
import type {
  AddressChanged,
  StaffDelivery,
  StaffDeliveryAct,
} from '../../../shared/delivery/staff-deliveries.ts';
import { Link } from '../../ui/link.tsx';
import type { Fact } from '../console/facts.tsx';
import { changedBy, momentOf } from '../console/format.ts';
import type { RowContent, StateLabel } from '../console/row-buttons.tsx';
import { actLabels, contentsOf, nameOf, statusText, toldLabels } from './labels.ts';

export function rowOf(delivery: StaffDelivery): RowContent<StaffDeliveryAct> {
  const { recipient, owner, since, lastAnswer, acts } = delivery;
  // Actions that let it continue come before the one that puts it on hold.
  const inOrder = acts.toSorted((one, other) => Number(one === 'hold') - Number(other === 'hold'));
  return {
    title: nameOf(delivery),
    subtitle: [`from ${owner.name}`, recipient?.address ?? 'no address'],
    state: stateOf(delivery),
    since,
    note: lastAnswer,
    facts: factsOf(delivery),
    standing: { ownerId: owner.id, openToAll: ['hold'], agreements: ['readdress'] },
    buttons: inOrder.map((action, index) => ({
      action,
      label: actLabels[action].button,
      variant: index === 0 && action !== 'hold' ? 'primary' : 'quiet',
    })),
  };
}

function stateOf(delivery: StaffDelivery): StateLabel {
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
      `${contentsOf(delivery) ?? rest.memoryType ?? 'a deleted memory'}, ${rest.deliveryMethod === 'physical' ? `by post${contentsOf(delivery) ? ', in one parcel' : ''}` : 'by email'}`,
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
    ['Reported later', reportsOf(rest.reported)],
    ['Did not work', rest.failedAddresses.join(', ')],
    ['Not confirmed', unansweredMails > 0 ? `${unansweredMails} emails` : null],
    ['Opened', momentOf(rest.openedAt)],
    ['Mailing address', rest.deliveryMethod === 'physical' && (recipient?.mailingAddress ?? 'missing')],
    ['Address', recipient?.changed && changeOf(recipient.changed)],
    ['Wants nothing more', recipient?.declinedAt && `since ${momentOf(recipient.declinedAt)}`],
    ['Not for whoever got it', recipient?.disownedAt && `said ${momentOf(recipient.disownedAt)}`],
    ['Parcel', rest.posting && parcelOf(rest.posting)],
    ['Who was told', linesOf(told).join('\n') || 'Nobody'],
  ];
}

const reportLabels = { hard: 'cannot be delivered', soft: 'delayed' } as const;

function reportsOf(reported: StaffDelivery['reported']): string {
  return reported.map(({ kind, at, reply }) => `${momentOf(at)}, ${reportLabels[kind]}: ${reply}`).join('\n');
}

/** A notice to several members of staff, or to several trusted contacts, is one line. */
function linesOf(told: StaffDelivery['told']): string[] {
  const lines = told.map(({ kind, writtenAt, sentAt, failedAt }) => {
    const outcome = sentAt ? '' : failedAt ? ' (could not be sent)' : ' (not sent yet)';
    return `${toldLabels[kind]}, ${momentOf(sentAt ?? writtenAt)}${outcome}`;
  });
  return [...new Set(lines)];
}

/** `changed by Lena Moreau on 30 November 2026`, and until when nothing is sent there. */
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
