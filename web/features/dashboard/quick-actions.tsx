import type { LucideIcon } from 'lucide-react';
import { CalendarDays, Plus } from 'lucide-react';
import { Link } from '../../ui/Link.tsx';

interface QuickAction {
  title: string;
  text: string;
  href: string;
  icon: LucideIcon;
}

/** Only what there is a screen for. */
const quickActions: readonly QuickAction[] = [
  { title: 'Add New Memory', text: 'upload video, photo, or audio', href: '/upload', icon: Plus },
  {
    title: 'Schedule Delivery',
    text: 'set dates for your messages',
    href: '/schedule',
    icon: CalendarDays,
  },
];

export function QuickActions() {
  return (
    <nav aria-label="Quick Actions" className="mt-8.5">
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,15rem),1fr))] gap-3.5">
        {quickActions.map(({ title, text, href, icon: Icon }) => (
          <li key={href}>
            <Link
              href={href}
              variant="plain"
              className="flex h-full items-start gap-3.5 rounded-choice border border-line bg-card px-4.5 py-4 leading-snug transition-colors hover:border-thread"
            >
              <Icon aria-hidden="true" className="mt-0.5 size-5.5 flex-none text-gold" strokeWidth={1.5} />
              <span>
                <span className="block">{title}</span>
                <span className="block text-small text-ink-soft">{text}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
