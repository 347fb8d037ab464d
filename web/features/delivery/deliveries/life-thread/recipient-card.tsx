import { ChevronRight, CircleAlert, Mail, MessageSquare, Package, ShieldCheck } from 'lucide-react';
import type { Schedule } from '../../../../../shared/delivery/schedules.ts';
import { fullNameOf } from '../../../../../shared/names.ts';
import type { Recipient } from '../../../../../shared/people/recipients.ts';
import { Avatar } from '../../../../ui/avatar.tsx';
import { Badge } from '../../../../ui/badge.tsx';
import { Card } from '../../../../ui/card.tsx';
import { EditDelete } from '../../../../ui/edit-delete.tsx';
import { joinClasses } from '../../../../ui/join-classes.ts';
import { Link } from '../../../../ui/link.tsx';
import { relationshipLabels } from '../../../people/recipients/recipients.ts';
import { MiniThread, miniBeads } from './mini-thread.tsx';
import { SummaryLine, summarize } from './summary.tsx';
import { TrustLine } from './trust-line.tsx';

interface RecipientCardProps {
  recipient: Recipient;
  waiting: readonly Schedule[];
  today: string;
  /** The last day that anybody has something, so that all cards have the same scale. */
  lastDay: string;
  onEdit: () => void;
  onDelete: () => void;
}

/** A person, and what waits for them. All of it except the buttons leads to their page. */
export function RecipientCard({ recipient, waiting, today, lastDay, onEdit, onDelete }: RecipientCardProps) {
  const name = fullNameOf(recipient);
  return (
    <Card
      as="article"
      className="relative flex h-full flex-col pb-1.5 transition-shadow has-[h2_a:hover]:shadow-raised md:pb-2.5"
    >
      <div className="flex items-center gap-4 large-text:flex-wrap">
        <Avatar name={name} size="card" isDecorative />
        <div className="min-w-0 flex-1 large-text:order-last large-text:basis-full">
          <h2 className="line-clamp-2 text-title wrap-anywhere">
            <Link
              href={`/recipients/${recipient.id}`}
              variant="plain"
              className="rounded-small after:absolute after:inset-0 after:rounded-card"
            >
              {name}
            </Link>
          </h2>
          <p className="text-small text-ink-soft">{relationshipLabels[recipient.relationship]}</p>
        </div>
        <ChevronRight
          aria-hidden="true"
          className="ml-auto size-5 flex-none self-start text-line-strong"
          strokeWidth={1.5}
        />
      </div>
      <div className="mt-4 mb-3 flex flex-wrap items-start justify-between gap-2">
        <p className="font-serif text-lead leading-snug">
          <SummaryLine {...summarize(waiting, today)} />
        </p>
        {recipient.trustedContact && (
          <Badge tone="pine" icon={ShieldCheck}>
            Trusted contact
          </Badge>
        )}
      </div>
      <div className="mt-auto">
        <MiniThread beads={miniBeads(waiting, today, lastDay)} />
        <TrustLine person={recipient} />
        <div className="mt-1.5 flex flex-wrap items-center justify-between gap-x-3">
          <Way recipient={recipient} waiting={waiting} />
          <div className="relative z-1 -mr-1 ml-auto flex gap-3">
            <EditDelete name={name} onEdit={onEdit} onDelete={onDelete} />
          </div>
        </div>
      </div>
    </Card>
  );
}

/** How they will receive what waits, in a few words. */
function Way({ recipient, waiting }: Pick<RecipientCardProps, 'recipient' | 'waiting'>) {
  const { icon: Icon, text, isMissing = false } = wayTo(recipient, waiting);
  return (
    <p
      className={joinClasses(
        'inline-flex items-center gap-2 text-small',
        isMissing ? 'text-gold' : 'text-ink-soft',
      )}
    >
      <Icon aria-hidden="true" className="size-4.5 flex-none" strokeWidth={1.5} />
      {text}
    </p>
  );
}

function wayTo({ reachedBy, mailingAddress }: Recipient, waiting: readonly Schedule[]) {
  const isPosted = waiting.length > 0 && waiting.every(({ deliveryMethod }) => deliveryMethod === 'physical');
  if (isPosted && mailingAddress) return { icon: Package, text: 'by post' };
  if (!isPosted && reachedBy === 'email') return { icon: Mail, text: 'by email' };
  if (!isPosted && reachedBy === 'text') return { icon: MessageSquare, text: 'by text message' };
  return { icon: CircleAlert, text: 'No address yet', isMissing: true };
}
