import { sessionKinds } from '../../../../shared/care/session-catalogue.ts';
import { formatDay, formatMoment } from '../../../../shared/dates.ts';
import { formatDollarsAndCents } from '../../../../shared/dollars.ts';
import { escapeHtml } from '../../../platform/mail/escape-html.ts';
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
