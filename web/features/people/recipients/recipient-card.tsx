import type { LucideIcon } from 'lucide-react';
import { CircleAlert, Mail, MapPin, Pencil, Phone, ShieldCheck, Trash2 } from 'lucide-react';
import type { Recipient } from '../../../../shared/people/recipients.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { relationshipLabels } from './relationship-labels.ts';

interface RecipientCardProps {
  recipient: Recipient;
  onEdit: () => void;
  onDelete: () => void;
}

export function RecipientCard({ recipient, onEdit, onDelete }: RecipientCardProps) {
  const name = `${recipient.firstName} ${recipient.lastName}`;
  return (
    <Card as="article" className="flex h-full flex-col gap-3.5">
      <div>
        <h2 className="text-title">{name}</h2>
        <p className="text-small text-ink-soft">{relationshipLabels[recipient.relationship]}</p>
      </div>
      <Addresses recipient={recipient} />
      {recipient.explanationPending && (
        <p className="text-small text-ink-soft">
          They have not been sent our message about being a trusted contact yet.
        </p>
      )}
      <div className="mt-auto flex items-center justify-between gap-2">
        {recipient.trustedContact && (
          <Badge tone="pine" icon={ShieldCheck}>
            Trusted contact
          </Badge>
        )}
        <div className="-mr-1 ml-auto flex flex-wrap gap-x-4">
          <Button
            variant="text"
            size="small"
            aria-label={`Edit ${name}`}
            icon={<Pencil aria-hidden="true" className="size-4.5" strokeWidth={1.5} />}
            onPress={onEdit}
          >
            Edit
          </Button>
          <Button
            variant="text"
            size="small"
            aria-label={`Delete ${name}`}
            icon={<Trash2 aria-hidden="true" className="size-4.5" strokeWidth={1.5} />}
            onPress={onDelete}
          >
            Delete
          </Button>
        </div>
      </div>
    </Card>
  );
}

function Addresses({ recipient: { email, phone, mailingAddress } }: { recipient: Recipient }) {
  return (
    <div className="grid gap-2 text-small">
      {email && <Address icon={Mail} label="E-mail" text={email} />}
      {phone && <Address icon={Phone} label="Phone" text={phone} />}
      {mailingAddress && <Address icon={MapPin} label="Mailing address" text={mailingAddress} />}
      {!email && !phone && (
        <p className="flex items-start gap-2.5 text-gold">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-5 flex-none" strokeWidth={1.5} />
          No e-mail address or phone number yet. They need one of them to receive what you send.
        </p>
      )}
    </div>
  );
}

function Address({ icon: Icon, label, text }: { icon: LucideIcon; label: string; text: string }) {
  return (
    <p className="flex min-w-0 items-start gap-2.5">
      <Icon aria-hidden="true" className="mt-0.5 size-5 flex-none text-ink-soft" strokeWidth={1.5} />
      <span className="min-w-0 break-words whitespace-pre-line">
        <span className="sr-only">{label}: </span>
        {text}
      </span>
    </p>
  );
}
