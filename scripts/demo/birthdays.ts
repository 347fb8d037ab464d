import { localYear } from '../../server/platform/local-time.ts';
import type { Memory } from '../../shared/memories/memories.ts';
import type { Recipient } from '../../shared/people/recipients.ts';
import { nextNoonOn } from './days.ts';
import type { Session } from './http.ts';
import { leaveLetter } from './leave.ts';

/** What is sent to Maya on her birthdays until she is thirty. */
export interface Birthdays {
  next: Memory;
  /** Sent on the birthday after the next. */
  song: Memory | undefined;
  nearlyThirty: Memory;
}

export async function leaveForBirthdays(
  session: Session,
  maya: Recipient,
  song: Memory | undefined,
): Promise<Birthdays> {
  return {
    next: await leaveLetter(session, 'twenty-six', { title: 'Twenty-six, and the truck', to: maya }),
    song,
    nearlyThirty: await leaveLetter(session, 'nearly-thirty', { title: 'On being nearly thirty', to: maya }),
  };
}

/** Every birthday until the one that already has a letter; nothing comes in the two years before it. */
export async function planBirthdays(
  session: Session,
  maya: Recipient,
  {
    now,
    timezone,
    birthdays: { next, song, nearlyThirty },
  }: { now: Date; timezone: string; birthdays: Birthdays },
): Promise<void> {
  const thirtieth = (await session.schedules()).find(
    ({ memoryTitle }) => memoryTitle === 'For your thirtieth',
  );
  if (!thirtieth) return;
  const untilYear = Number(thirtieth.localDate.slice(0, 4));
  const fromYear = localYear(nextNoonOn(now, '05-04', timezone), timezone);
  await session.addSeries({
    ...{ recipientIds: [maya.id], month: 5, day: 4, localTime: '12:00', timezone },
    ...{ fromYear, untilAge: 30, memoryId: null },
    memories: { [fromYear]: next.id, [fromYear + 1]: song?.id ?? null, [untilYear - 1]: nearlyThirty.id },
    schedules: { [untilYear]: thirtieth.id },
  });
}
