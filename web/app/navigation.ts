import {
  BookHeart,
  CalendarDays,
  CircleQuestionMark,
  Gift,
  HeartHandshake,
  House,
  type LucideIcon,
  Package,
  Upload,
  UsersRound,
} from 'lucide-react';
import type { PlanKey } from '../../shared/plans.ts';

interface NavigationItem {
  href: string;
  label: string;
  icon: LucideIcon;
  isPremiumOnly?: boolean;
}

/** In the order of both bars. */
const navigationItems: readonly NavigationItem[] = [
  { href: '/', label: 'Home', icon: House },
  { href: '/upload', label: 'Upload', icon: Upload },
  { href: '/legacy', label: 'Legacy', icon: BookHeart },
  { href: '/schedule', label: 'Schedule', icon: CalendarDays },
  { href: '/recipients', label: 'Recipients', icon: UsersRound },
  { href: '/store', label: 'Store', icon: Gift },
  { href: '/counselor', label: 'Counseling', icon: HeartHandshake },
  { href: '/physical-items', label: 'Physical Items', icon: Package, isPremiumOnly: true },
];

/** Below the last item on phones, beside the name elsewhere. */
export const help: NavigationItem = { href: '/faq', label: 'Help and questions', icon: CircleQuestionMark };

export function navigationFor(plan: PlanKey): NavigationItem[] {
  return navigationItems.filter(({ isPremiumOnly = false }) => !isPremiumOnly || plan === 'premium');
}

/** For `aria-current`: the current page is an item's page, or one below it such as `/recipients/1`. */
export function currentAs(href: string, path: string): 'page' | 'true' | undefined {
  if (path === href) return 'page';
  const isBelow = path.startsWith(`${href}/`) || (href === '/schedule' && path === '/rehearsal');
  return isBelow ? 'true' : undefined;
}
