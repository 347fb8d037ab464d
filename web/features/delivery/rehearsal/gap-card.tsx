import { CalendarDays, CircleAlert, type LucideIcon, Mail, Package, UsersRound } from 'lucide-react';
import { describeGap } from '../../../../shared/delivery/gap-words.ts';
import type { GapKind, RehearsalGap } from '../../../../shared/delivery/rehearsal.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Card } from '../../../ui/card.tsx';

const icons: Readonly<Partial<Record<GapKind, LucideIcon>>> = {
  no_address: Mail,
  only_phone: Mail,
  no_mailing_address: Mail,
  address_does_not_work: Mail,
  first_address_failed: Mail,
  addresses_unchecked: Mail,
  item_not_here: Package,
  no_guardian: UsersRound,
  after_guarantee: CalendarDays,
  no_contact: UsersRound,
  one_contact: UsersRound,
  contact_not_told: UsersRound,
  no_day: CalendarDays,
};

interface GapCardProps {
  gaps: readonly RehearsalGap[];
  timeZone: string;
}

/** What is missing, each with the one link for fixing it. */
export function GapCard({ gaps, timeZone }: GapCardProps) {
  if (gaps.length === 0) return null;
  return (
    <Card
      as="section"
      padding="none"
      aria-label="What is missing"
      className="mt-9 px-5 py-1 md:px-7.5 md:py-2"
    >
      <ul>
        {gaps.map((gap) => (
          <GapRow
            key={`${gap.kind} ${gap.people[0]?.id} ${gap.things[0]?.id}`}
            gap={gap}
            timeZone={timeZone}
          />
        ))}
      </ul>
    </Card>
  );
}

function GapRow({ gap, timeZone }: { gap: RehearsalGap; timeZone: string }) {
  const { who, title, text, action, href } = describeGap(gap, timeZone);
  const Icon = icons[gap.kind] ?? CircleAlert;
  return (
    <li className="grid grid-cols-[--spacing(6)_minmax(0,1fr)] items-center gap-x-4.5 gap-y-1 border-t border-line py-2.5 leading-snug first:border-t-0 md:grid-cols-[1.5rem_minmax(0,1fr)_auto]">
      <Icon aria-hidden="true" className="size-6 text-gold" strokeWidth={1.5} />
      <p className="py-1 wrap-anywhere">
        {who} {title} <span className="text-[1.0625rem] text-ink-soft">{text}</span>
      </p>

      <ButtonLink
        href={href}
        variant="text"
        className="justify-self-start text-left max-md:col-start-2 md:justify-self-end"
      >
        {action}
      </ButtonLink>
    </li>
  );
}
