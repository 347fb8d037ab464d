import type { LucideIcon } from 'lucide-react';
import { joinClasses } from './join-classes.ts';

export type BadgeTone = 'sage' | 'gold' | 'rose' | 'pine' | 'neutral';

const tones: Record<BadgeTone, string> = {
  sage: 'bg-sage-wash text-sage',
  gold: 'bg-gold-wash text-gold',
  rose: 'bg-rose-wash text-rose',
  pine: 'bg-pine-wash text-pine',
  neutral: 'border border-line bg-transparent text-ink-soft',
};

export interface BadgeProps {
  tone?: BadgeTone | undefined;
  /** Required, so that a meaning is never shown by colour alone. */
  icon: LucideIcon;
  children: string;
  className?: string | undefined;
}

/** How a status looks: `<Badge {...looks[status]} />`. */
export type BadgeLook = Pick<BadgeProps, 'tone' | 'icon' | 'children'>;

export function Badge({ tone = 'neutral', icon: Icon, children, className }: BadgeProps) {
  const shape =
    'inline-flex items-center gap-1.5 rounded-full px-3 py-0.5 text-small font-medium whitespace-nowrap';
  return (
    <span className={joinClasses(shape, tones[tone], className)}>
      <Icon aria-hidden="true" className="size-4 flex-none" strokeWidth={1.75} />
      {children}
    </span>
  );
}
