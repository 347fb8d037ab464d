import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDate } from '../../../../../shared/dates.ts';
import { messageOf } from '../../../../lib/api/api-error.ts';
import { deviceTimeZone } from '../../../../lib/device.ts';
import { Card } from '../../../../ui/card.tsx';

/** Says that the owner's answer did not arrive; nothing if it did. */
export function Unanswered({ error }: { error: Error | null }) {
  return (
    <p role="alert" className="font-medium text-rose empty:hidden">
      {error && messageOf(error, 'Your answer did not reach us. Please try again.')}
    </p>
  );
}

interface SaidProps {
  icon: LucideIcon;
  title: string;
  since: string;
  children: ReactNode;
}

/** One thing that somebody has told us, and since when we know it. */
export function Said({ icon: Icon, title, since, children }: SaidProps) {
  return (
    <Card className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4">
      <Icon aria-hidden="true" className="mt-0.5 size-6 text-gold" strokeWidth={1.5} />
      <div className="grid min-w-0 gap-3 wrap-anywhere">
        <div>
          <h2 className="text-title">{title}</h2>
          <p className="text-small text-ink-soft">Said on {formatDate(since, deviceTimeZone())}</p>
        </div>
        {children}
      </div>
    </Card>
  );
}
