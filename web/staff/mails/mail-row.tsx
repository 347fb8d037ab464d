import { mailFacts } from '../../../shared/outbox/mail-kinds.ts';
import type { MailAct, StaffMail } from '../../../shared/outbox/staff-mails.ts';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import type { Choosing } from '../console/bulk.tsx';
import { Facts, momentOf, QueueRow } from '../console/queue-row.tsx';
import { actWords, stateWords } from './words.ts';

interface MailRowProps {
  mail: StaffMail;
  /** The whole address, once it was asked for. */
  address: string | undefined;
  choosing: Choosing;
  isOpen: boolean;
  onToggle: () => void;
  onAct: (act: MailAct | 'address') => void;
}

/** One mail: its kind, to whom and what became of it; opened, all that is known of it. */
export function MailRow({ mail, address, choosing, isOpen, onToggle, onAct }: MailRowProps) {
  const { id, kind, state, lastAnswer, writtenAt, acts } = mail;
  const to = address ?? mail.to ?? 'looked up when it is sent';
  return (
    <QueueRow
      id={id}
      title={mailFacts[kind].label}
      subtitle={to}
      state={stateWords[state]}
      since={writtenAt}
      note={lastAnswer}
      choosing={choosing}
      isOpen={isOpen}
      onToggle={onToggle}
    >
      <Facts
        facts={[
          ['To', to],
          ['Written', momentOf(writtenAt)],
          [stateWords[state].label, state !== 'waiting' && momentOf(mail.endedAt)],
          ['Attempts', attemptsOf(mail)],
          ['Next attempt', mail.nextAttemptBy && `by ${momentOf(mail.nextAttemptBy)}, by itself`],
          ['Mail server', lastAnswer ?? (state === 'sent' && 'accepted it')],
          ['Account', mail.userId && <Link href={`/admin/people/${mail.userId}`}>Open the account</Link>],
        ]}
      />
      <div className="flex flex-wrap gap-3">
        {acts.map((act) => (
          <Button
            key={act}
            size="small"
            variant={act === 'send-again' && state === 'failed' ? 'primary' : 'quiet'}
            onPress={() => onAct(act)}
          >
            {actWords[act].title}
          </Button>
        ))}
        {mail.to && !address && (
          <Button size="small" variant="text" onPress={() => onAct('address')}>
            Show the address
          </Button>
        )}
      </div>
    </QueueRow>
  );
}

function attemptsOf({ attempts, lastAttemptAt }: StaffMail): string {
  if (attempts === 0) return 'None';
  return attempts === 1
    ? `1, on ${momentOf(lastAttemptAt)}`
    : `${attempts}, the last on ${momentOf(lastAttemptAt)}`;
}
