import { describeAfterDeath } from '../../../../../shared/after-death.ts';
import { sessionKinds } from '../../../../../shared/care/session-catalogue.ts';
import type {
  PaidGift,
  PaidSession,
  PendingDelivery,
} from '../../../../../shared/data-rights/account-deletion.ts';
import { formatDay, formatMoment } from '../../../../../shared/dates.ts';
import { formatDollarsAndCents } from '../../../../../shared/dollars.ts';
import { listNames } from '../../../../../shared/names.ts';
import { dayIn } from '../../../../lib/calendar-day.ts';
import { ConsequenceList } from '../../../../ui/consequence-list.tsx';

/** The deliveries that will not go out. */
export function PendingDeliveryList({ deliveries }: { deliveries: readonly PendingDelivery[] }) {
  if (deliveries.length === 0) return <p>No deliveries are waiting, so none will stop.</p>;
  const title =
    deliveries.length === 1 ? 'This delivery stops:' : `These ${deliveries.length} deliveries stop:`;
  return (
    <ConsequenceList title={title}>
      {deliveries.map((delivery) => (
        <li key={delivery.scheduleId}>
          “{delivery.memoryTitle}”{delivery.recipients.length > 0 && ` for ${listNames(delivery.recipients)}`}
          , {formatDeliveryDate(delivery)}
        </li>
      ))}
    </ConsequenceList>
  );
}

interface PaidAheadProps {
  gifts: readonly PaidGift[];
  sessions: readonly PaidSession[];
  timezone: string;
}

/** What was paid for and has not arrived: what is refunded now, and what can no longer be stopped. */
export function PaidAheadLists({ gifts, sessions, timezone }: PaidAheadProps) {
  const all = [
    ...sessions.map(({ bookingId, sessionType, startsAt, price, isGivenBack }) => ({
      id: bookingId,
      text: `${sessionKinds[sessionType].name} session, ${formatMoment(startsAt, timezone)}, ${formatDollarsAndCents(price)}`,
      isGivenBack,
    })),
    ...gifts.map((order) => ({
      id: order.orderId,
      text: `${listNames(order.gifts)} for ${order.recipientName}, ${formatDollarsAndCents(order.totalAmount)}`,
      isGivenBack: order.isGivenBack,
    })),
  ];
  const [givenBack, notStopped] = [
    all.filter((each) => each.isGivenBack),
    all.filter((each) => !each.isGivenBack),
  ];
  return (
    <>
      {givenBack.length > 0 && (
        <ConsequenceList title="We cancel these at once, and refund what you paid. Restoring your account does not bring them back:">
          {givenBack.map(({ id, text }) => (
            <li key={id}>{text}</li>
          ))}
        </ConsequenceList>
      )}
      {notStopped.length > 0 && (
        <ConsequenceList title="It is too late to cancel these, so they are not refunded. What is on its way still arrives:">
          {notStopped.map(({ id, text }) => (
            <li key={id}>{text}</li>
          ))}
        </ConsequenceList>
      )}
    </>
  );
}

function formatDeliveryDate({ deliveryType, localDate, timezone, releaseDays }: PendingDelivery): string {
  if (deliveryType === 'scheduled') return formatDay(localDate);
  return describeAfterDeath(localDate, dayIn(timezone, Date.now()), releaseDays);
}

export function whoHasSomething(names: readonly string[]): string {
  return `${listNames(names)} ${names.length === 1 ? 'has' : 'have'} already received something from you.`;
}
