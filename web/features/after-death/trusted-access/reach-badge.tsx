import { CircleAlert, CircleCheck, CirclePause, Clock, type LucideIcon, Send } from 'lucide-react';
import type { TrustedPerson } from '../../../../shared/after-death/trusted-access.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';

type Reach = TrustedPerson['reach'];

const looks: Readonly<Record<Reach, { tone: BadgeTone; icon: LucideIcon; label: string }>> = {
  reached: { tone: 'sage', icon: CircleCheck, label: 'Reached' },
  on_its_way: { tone: 'pine', icon: Send, label: 'On its way' },
  not_reached: { tone: 'rose', icon: CircleAlert, label: 'Not reached' },
  no_address: { tone: 'gold', icon: CircleAlert, label: 'No address yet' },
  waits: { tone: 'gold', icon: Clock, label: 'Waits' },
  held: { tone: 'gold', icon: CirclePause, label: 'On hold' },
  nothing_to_do: { tone: 'neutral', icon: Clock, label: 'Nothing to do' },
};

export function ReachBadge({ reach }: { reach: Reach }) {
  const { label, ...look } = looks[reach];
  return <Badge {...look}>{label}</Badge>;
}
