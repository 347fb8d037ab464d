import { mailFacts } from '../../../shared/outbox/mail-kinds.ts';
import type { MailAct, StaffMail } from '../../../shared/outbox/staff-mails.ts';
import { Link } from '../../ui/link.tsx';
import { momentOf } from '../console/format.ts';
import type { RowContent } from '../console/row-buttons.tsx';
import { actLabels, stateLabels } from './labels.ts';

/** The full address is shown only after somebody has asked for it. */
export function rowOf(mail: StaffMail, address: string | undefined): RowContent<MailAct | 'address'> {
  const { kind, state, lastAnswer, writtenAt, acts } = mail;
  const to = address ?? mail.to ?? 'looked up when it is sent';
  return {
    title: mailFacts[kind].label,
    subtitle: to,
    state: stateLabels[state],
    since: writtenAt,
    note: lastAnswer,
    facts: [
      ['To', to],
      ['Written', momentOf(writtenAt)],
      [stateLabels[state].label, state !== 'waiting' && momentOf(mail.endedAt)],
      ['Attempts', attemptsOf(mail)],
      ['Next attempt', mail.nextAttemptBy && `by ${momentOf(mail.nextAttemptBy)}, by itself`],
      ['Mail server', lastAnswer ?? (state === 'sent' && 'accepted it')],
      ['Account', mail.userId && <Link href={`/admin/people/${mail.userId}`}>Open the account</Link>],
    ],
    buttons: [
      ...acts.map((action) => ({
        action,
        label: actLabels[action].title,
        variant: action === 'send-again' && state === 'failed' ? ('primary' as const) : ('quiet' as const),
      })),
      mail.to !== null && !address && { action: 'address', label: 'Show the address', variant: 'text' },
    ],
  };
}

function attemptsOf({ attempts, lastAttemptAt }: StaffMail): string {
  if (attempts === 0) return 'None';
  return attempts === 1
    ? `1, on ${momentOf(lastAttemptAt)}`
    : `${attempts}, the last on ${momentOf(lastAttemptAt)}`;
}
