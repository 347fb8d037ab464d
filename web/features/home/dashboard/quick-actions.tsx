import { CalendarDays, Gift, HeartHandshake, type LucideIcon, Package, Plus, Sparkles } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import type { PlanKey } from '../../../../shared/plans.ts';
import { joinClasses } from '../../../ui/join-classes.ts';
import { Link } from '../../../ui/link.tsx';
import { useSessionUser } from '../../accounts/auth/sessions/sessions.ts';
import { GiftDialog } from '../../store/gifts/gifts.ts';

interface QuickAction {
  title: string;
  text: string;
  /** Without one, the action opens the gift dialog. */
  href?: string;
  icon: LucideIcon;
  /** The only plan it is shown for; omitted for every plan. */
  plan?: PlanKey;
}

const quickActions: readonly QuickAction[] = [
  { title: 'Add New Memory', text: 'upload video, photo, or audio', href: '/upload', icon: Plus },
  { title: 'Schedule Delivery', text: 'set dates for your messages', href: '/schedule', icon: CalendarDays },
  { title: 'Book Counselor', text: 'schedule counseling session', href: '/counselor', icon: HeartHandshake },
  {
    title: 'Physical Items',
    text: 'secure storage & delivery',
    href: '/physical-items',
    icon: Package,
    plan: 'premium',
  },
  {
    title: 'Upgrade Plan',
    text: 'unlock more storage & features',
    href: '/checkout',
    icon: Sparkles,
    plan: 'free',
  },
  { title: 'Add Gifts', text: 'digital frames & more', icon: Gift },
];

/** Of five actions, the first fills a row of two columns, and a row of three is followed by one of two. */
const rows = {
  four: { grid: 'lg:grid-cols-4', tile: 'md:flex-row md:gap-3', place: '' },
  five: {
    grid: 'md:grid-cols-6 lg:grid-cols-5',
    tile: 'md:max-lg:flex-row md:max-lg:gap-3',
    place: 'max-md:first:col-span-full md:max-lg:col-span-2 md:max-lg:nth-[n+4]:col-span-3',
  },
};

export function QuickActions() {
  const { subscriptionPlan } = useSessionUser();
  const [isChoosingGifts, setChoosingGifts] = useState(false);
  const shown = quickActions.filter(({ plan = subscriptionPlan }) => plan === subscriptionPlan);
  const row = shown.length > 4 ? rows.five : rows.four;
  return (
    <nav aria-label="Quick Actions" className="mt-8.5">
      <ul className={joinClasses('grid grid-cols-2 gap-3 large-text:grid-cols-1 md:gap-3.5', row.grid)}>
        {shown.map((action) => (
          <li key={action.title} className={row.place}>
            <Tile action={action} className={row.tile} onChooseGifts={() => setChoosingGifts(true)} />
          </li>
        ))}
      </ul>
      <Suspense fallback={null}>
        {isChoosingGifts && <GiftDialog onClose={() => setChoosingGifts(false)} />}
      </Suspense>
    </nav>
  );
}

interface TileProps {
  action: QuickAction;
  className: string;
  onChooseGifts: () => void;
}

function Tile({ action, className, onChooseGifts }: TileProps) {
  const { href } = action;
  const look = joinClasses(
    'flex h-full w-full flex-col items-start gap-2 rounded-choice border border-line bg-card p-4 text-left leading-snug transition-colors hover:border-thread',
    className,
  );
  if (href) {
    return (
      <Link href={href} variant="plain" className={look}>
        <TileContent action={action} />
      </Link>
    );
  }
  return (
    <button type="button" className={look} aria-haspopup="dialog" onClick={onChooseGifts}>
      <TileContent action={action} />
    </button>
  );
}

function TileContent({ action: { title, text, icon: Icon } }: { action: QuickAction }): ReactNode {
  return (
    <>
      <Icon aria-hidden="true" className="mt-0.5 size-5.5 flex-none text-gold" strokeWidth={1.5} />
      <span>
        <span className="block">{title}</span>
        <span className="block text-small text-ink-soft">{text}</span>
      </span>
    </>
  );
}
