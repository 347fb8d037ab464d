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
  const { owner, since, lastAnswer, acts } = delivery;
  const inOrder = acts.toSorted((one, other) => rankOf(one, delivery) - rankOf(other, delivery));
  return {
    title: nameOf(delivery),
    subtitle: [`from ${owner.name}`, addressOf(delivery)],
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

/** What it waits for, where that is not the first of its acts. */
const awaited: Partial<Record<NonNullable<StaffDelivery['reason']>, StaffDeliveryAct>> = {
  bad_address: 'readdress',
  outcome_unknown: 'settle',
  physical_fulfilment: 'pack',
};

/** What lets it continue comes before what puts it on hold. */
function rankOf(act: StaffDeliveryAct, { reason }: StaffDelivery): number {
  if (reason && act === awaited[reason]) return 0;
  return act === 'hold' ? 2 : 1;
}

function addressOf({ recipient, deliveryMethod }: StaffDelivery): string {
  if (deliveryMethod === 'physical') return recipient?.mailingAddress ?? 'no mailing address';
  return recipient?.address ?? 'no address';
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
      `${contentsOf(delivery) ?? rest.memoryType ?? 'a deleted memory'}${rest.deliveryMethod === 'physical' ? `, by post${contentsOf(delivery) ? ', in one parcel' : ''}` : ''}`,
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
