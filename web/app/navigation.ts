import type { LucideIcon } from 'lucide-react';
import { BookHeart, CalendarDays, House, Upload, UsersRound } from 'lucide-react';

interface NavigationItem {
  href: string;
  label: string;
  icon: LucideIcon;
}

/** The way through the signed-in screens, in the order of both bars. */
export const navigation: readonly NavigationItem[] = [
  { href: '/', label: 'Home', icon: House },
  { href: '/upload', label: 'Upload', icon: Upload },
  { href: '/legacy', label: 'Legacy', icon: BookHeart },
  { href: '/schedule', label: 'Schedule', icon: CalendarDays },
  { href: '/recipients', label: 'Recipients', icon: UsersRound },
];
