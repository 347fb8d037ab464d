import { CircleAlert, CircleCheck, CircleSlash, Clock } from 'lucide-react';
import type { MailAct, MailState } from '../../../shared/outbox/staff-mails.ts';
import type { StateLabel } from '../console/row-buttons.tsx';

export const stateLabels: Record<MailState, StateLabel> = {
  waiting: { label: 'Waiting', tone: 'gold', icon: Clock },
  failed: { label: 'Failed', tone: 'rose', icon: CircleAlert },
  sent: { label: 'Sent', tone: 'sage', icon: CircleCheck },
  unwanted: { label: 'No longer wanted', tone: 'neutral', icon: CircleSlash },
};

export const actLabels: Record<MailAct, { title: string; what: string; done: string }> = {
  'send-again': {
    title: 'Send again',
    what: 'It goes to the same address. Somebody who already has it may get it twice. If nobody needs it any more, it is not sent.',
    done: 'It is sent again',
  },
  'set-aside': {
    title: 'Set aside',
    what: 'It leaves the queue and is not sent. If it holds a link, the link no longer works.',
    done: 'It is set aside',
  },
};
