import { describePurpose } from '../../../../shared/billing/payment-words.ts';
import { formatDate } from '../../../../shared/dates.ts';
import { formatDollarsAndCents } from '../../../../shared/dollars.ts';
import { escapeHtml } from '../../../platform/mail/escape-html.ts';
import type { ExportContents } from './export-contents.ts';

/** What was paid, the newest last, and what of it was or will be given back. */
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
  return givenBackAt
    ? `${sum} given back on ${formatDate(givenBackAt, timezone)}`
    : `${sum} will be given back`;
}
