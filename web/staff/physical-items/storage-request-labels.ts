import type { LucideIcon } from 'lucide-react';
import { CircleCheck, CircleX, Hourglass, MailCheck } from 'lucide-react';
import type { StaffRequestAct } from '../../../shared/keepsakes/staff-storage-requests.ts';
import type { StorageRequestStatus } from '../../../shared/keepsakes/storage-requests.ts';
import type { BadgeTone } from '../../ui/badge.tsx';

export const statusLabels: Record<
  StorageRequestStatus,
  { label: string; tone: BadgeTone; icon: LucideIcon }
> = {
  pending: { label: 'To be answered', tone: 'gold', icon: Hourglass },
  approved: { label: 'May be sent', tone: 'pine', icon: MailCheck },
  received: { label: 'Arrived', tone: 'sage', icon: CircleCheck },
  declined: { label: 'Declined', tone: 'neutral', icon: CircleX },
  cancelled: { label: 'Cancelled', tone: 'neutral', icon: CircleX },
};

export const actLabels: Record<
  StaffRequestAct,
  { button: string; field: string; what: string; done: string }
> = {
  approve: {
    button: 'Say where to send it',
    field: 'Where and how',
    what: 'The owner gets this by email, and can then send it.',
    done: 'The request is answered',
  },
  decline: {
    button: 'Decline',
    field: 'Why not',
    what: 'The owner gets this by email, and is asked not to send it.',
    done: 'The request is declined',
  },
  notes: { button: 'Notes', field: 'Notes', what: 'For staff only.', done: 'The notes are saved' },
};
