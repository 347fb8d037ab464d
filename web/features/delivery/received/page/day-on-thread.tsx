import { formatDate } from '../../../../../shared/dates.ts';
import { deviceTimeZone } from '../../../../lib/device.ts';
import { joinClasses } from '../../../../ui/join-classes.ts';
import { CameRow, ClosedRow, OpenedRow } from './given-row.tsx';
import { Newest } from './newest.tsx';
import type { PageDay, PageItem } from './page-items.ts';
import { threadDay } from './page-labels.ts';
import type { PageLink } from './page-link.ts';
import { Stop } from './page-thread.tsx';
import type { Opening } from './use-opening.ts';

interface DayOnThreadProps {
  day: PageDay;
  page: PageLink;
  opening: Opening;
}

export function DayOnThread({ day, page, opening }: DayOnThreadProps) {
  const beside = threadDay(day.date, formatDate(new Date(), deviceTimeZone()));
  if (day.kind === 'death') {
    return (
      <Stop day={beside} knot="open">
        <p className="text-ink-soft">{page.cover.ownerFirstName} died.</p>
      </Stop>
    );
  }
  const [newest] = page.cover.memories;
  const isNewest = ({ item }: PageItem) => item.id === newest?.id;
  const rest = day.items.filter((item) => !isNewest(item));
  return (
    <Stop day={beside}>
      {newest && day.items.some(isNewest) && <Newest newest={newest} page={page} opening={opening} />}
      {rest.length > 0 && (
        <ul className={joinClasses(rest.length < day.items.length && 'mt-7 border-t border-line pt-3.5')}>
          {rest.map((each) => (
            <Row key={each.item.id} each={each} page={page} opening={opening} />
          ))}
        </ul>
      )}
    </Stop>
  );
}

interface RowProps extends Omit<DayOnThreadProps, 'day'> {
  each: PageItem;
}

function Row({ each, page, opening }: RowProps) {
  switch (each.kind) {
    case 'waiting':
      return <ClosedRow item={each.item} opening={opening} />;
    case 'opened':
      return <OpenedRow item={each.item} ownerFirstName={page.cover.ownerFirstName} />;
    case 'post':
      return <CameRow item={each.item} />;
  }
}
