import { eq } from 'drizzle-orm';
import { sessionKinds, sessionMinutes } from '../../../../../shared/care/session-catalogue.ts';
import { formatMoment } from '../../../../../shared/dates.ts';
import { formatDollars } from '../../../../../shared/dollars.ts';
import { fullNameOf } from '../../../../../shared/names.ts';
import type { MailKind } from '../../../../../shared/outbox/mail-kinds.ts';
import { minutesAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import type { MailContent } from '../../../../platform/mail/compile-mail.tsx';
import type { CalendarFile } from '../../../../platform/mail/mail.ts';
import { type UserRow, users } from '../../../accounts/profile/profile.table.ts';
import type { MailRow } from '../../../outbox/messages/mails/mails.table.ts';
import type { PrepareMail } from '../../../outbox/messages/mails/mails.ts';
import {
  sessionCancelledMail,
  sessionConfirmedMail,
  sessionLinkMail,
  sessionMovedMail,
} from './counselor-bookings.mail.tsx';
import { type BookingRow, type CancelledBy, counselorBookings } from './counselor-bookings.table.ts';
import { calendarFileOf } from './meeting-link.ts';

interface About {
  booking: BookingRow;
  owner: UserRow;
  services: Services;
  mail: MailRow;
}
type Write = (about: About) => Promise<MailContent & { calendar?: CalendarFile }> | undefined;

/** A mail to the owner of the booking, at their present address. */
function bookingMail(write: Write): PrepareMail {
  return async (tx, services, mail) => {
    if (!mail.subjectId) return undefined;
    const [row] = await tx
      .select({ booking: counselorBookings, owner: users })
      .from(counselorBookings)
      .innerJoin(users, eq(users.id, counselorBookings.userId))
      .where(eq(counselorBookings.id, mail.subjectId));
    const content = row && (await write({ ...row, services, mail }));
    return content && { ...content, to: row.owner.email };
  };
}

const factsOf = ({ booking, owner, services }: About) => ({
  ownerName: owner.firstName,
  session: `${sessionKinds[booking.sessionType].name.toLowerCase()} session`,
  moment: formatMoment(booking.startsAt, owner.timezone),
  link: `${services.config.publicUrl}/counselor`,
});

/** Mails to owners about sessions. One written before the session changed again is no longer wanted. */
export const bookingMails = {
  'session-confirmed': bookingMail((about) =>
    isToCome(about) && about.booking.status === 'confirmed'
      ? sessionConfirmedMail(factsOf(about))
      : undefined,
  ),
  'session-link': bookingMail((about) => {
    const { status, meetingLink } = about.booking;
    if (!isLatest(about) || !isToCome(about) || status !== 'confirmed' || !meetingLink) return undefined;
    return withCalendar(about, sessionLinkMail({ ...factsOf(about), meetingLink }));
  }),
  'session-moved': bookingMail((about) => {
    const { status, invitedAt } = about.booking;
    if (!isLatest(about) || !isToCome(about) || (status !== 'confirmed' && status !== 'pending'))
      return undefined;
    const content = sessionMovedMail(factsOf(about));
    return invitedAt ? withCalendar(about, content) : content;
  }),
  'session-cancelled': bookingMail((about) => {
    const { status, invitedAt, cancelledBy } = about.booking;
    if (status !== 'cancelled') return undefined;
    const what = whatHappened[cancelledBy ?? 'owner'];
    const content = sessionCancelledMail({ ...factsOf(about), what, paid: whatWasPaid(about) });
    return invitedAt ? withCalendar(about, content) : content;
  }),
} satisfies Partial<Record<MailKind, PrepareMail>>;

/** Whether the mail describes the session as it is now. */
function isLatest({ booking, mail }: About): boolean {
  return mail.details['sequence'] === String(booking.calendarSequence);
}

function isToCome({ booking, services }: About): boolean {
  return services.clock.now() < minutesAfter(booking.startsAt, sessionMinutes);
}

async function withCalendar({ booking, owner, services }: About, content: Promise<MailContent>) {
  const { config } = services;
  const { firstName, lastName, email } = owner;
  const calendar = calendarFileOf(booking, {
    organizer: config.supportEmail,
    host: new URL(config.publicUrl).hostname,
    attendee: { name: fullNameOf({ firstName, lastName }), email },
  });
  return { ...(await content), calendar };
}

const whatHappened: Readonly<Record<CancelledBy, string>> = {
  owner: 'You have cancelled',
  staff: 'We had to cancel',
  unpaid: 'We did not receive your payment in time for',
  unconfirmed: 'We are sorry: we could not find a counselor for',
};

function whatWasPaid({ booking: { paidAt, price }, services: { payments } }: About): string {
  if (!paidAt) return '';
  if (!payments.movesMoney) return 'Your payment was a trial: no money has moved.';
  return `The ${formatDollars(price)} that you paid will be refunded.`;
}
