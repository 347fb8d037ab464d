import { describePurpose } from '../../../../../shared/billing/payment-purposes.ts';
import { sessionKinds } from '../../../../../shared/care/session-catalogue.ts';
import { formatDate, formatDay, formatMoment } from '../../../../../shared/dates.ts';
import { formatDollarsAndCents } from '../../../../../shared/dollars.ts';
import { escapeHtml } from '../../../../platform/html-page.ts';
import type { ExportContents } from './export-contents.ts';

type Booking = ExportContents['counselorBookings'][number];
type Request = ExportContents['therapyRequests'][number];

/** Counseling sessions and requests for another time, with what the owner wrote about them. */
export function counselingSection({ account, counselorBookings, therapyRequests }: ExportContents): string {
  const cards = [
    ...counselorBookings.map((booking) => bookingCard(booking, account.timezone)),
    ...therapyRequests.map((request) => requestCard(request, account.timezone)),
  ];
  return `<section><h2>Counseling</h2>${cards.join('\n')}</section>`;
}

function bookingCard(booking: Booking, timezone: string): string {
  const { sessionType, startsAt, price, status, notes, counselorNotes } = booking;
  const what = `${sessionKinds[sessionType].name} session, ${formatDollarsAndCents(price)}: ${status}`;
  return card(formatMoment(startsAt, timezone), what, [notes, counselorNotes]);
}

function requestCard(request: Request, timezone: string): string {
  const { preferredDate, preferredTime, scheduledDate, therapistAssigned, reason, specialRequests } = request;
  const answer = scheduledDate
    ? `${therapistAssigned} offered ${formatMoment(scheduledDate, timezone)}`
    : 'You asked for this time';
  return card(`${formatDay(preferredDate)}, ${preferredTime}`, answer, [reason, specialRequests]);
}

function card(title: string, line: string, words: readonly (string | null)[]): string {
  const quotes = words.map((text) => (text ? `<blockquote>${escapeHtml(text)}</blockquote>` : ''));
  return `<article>
<h3>${escapeHtml(title)}</h3>
<p class="soft">${escapeHtml(line)}</p>
${quotes.join('')}
</article>`;
}

/** What was paid, newest last, and what was or will be refunded. */
export function paymentsSection({ account, payments }: ExportContents): string {
  const lines = payments.map(
    (payment) => `<li>${escapeHtml(describePayment(payment, account.timezone))}</li>`,
  );
  return `<section><h2>Payments</h2><article><ul>${lines.join('')}</ul></article></section>`;
}

function describePayment(payment: ExportContents['payments'][number], timezone: string): string {
  const { amount, paidAt, refund } = payment;
  const when = paidAt ? `${formatDate(paidAt, timezone)}: ` : '';
  return `${when}${describePurpose(payment)}, ${formatDollarsAndCents(amount)}${refund ? `; ${describeRefund(refund, timezone)}` : ''}`;
}

function describeRefund(
  { amount, givenBackAt }: NonNullable<ExportContents['payments'][number]['refund']>,
  timezone: string,
): string {
  const sum = formatDollarsAndCents(amount);
  return givenBackAt ? `${sum} refunded on ${formatDate(givenBackAt, timezone)}` : `${sum} will be refunded`;
}
