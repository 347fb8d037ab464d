import { sql } from 'drizzle-orm';
import { type LifeChangeKind, lifeChangeKinds } from '../../../../../shared/after-death/trusted-access.ts';
import { minutesAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import type { CountQueue } from '../../../system/changes/changes.ts';
import type { LifeChangeRow } from './life-changes.table.ts';

/** What nobody has answered for longer than this is late. */
const lateAfterHours = 48;

export function isLate(
  { clock }: Pick<Services, 'clock'>,
  { createdAt, answeredAt, endedAt }: LifeChangeRow,
): boolean {
  return !answeredAt && !endedAt && createdAt <= minutesAfter(clock.now(), -lateAfterHours * 60);
}

interface Group extends Record<string, unknown> {
  kind: LifeChangeKind;
  count: number;
  late: number;
  oldest: string;
}

/** What trusted contacts have told us and nobody has answered yet. */
export const countLifeChanges: CountQueue = async ({ db, clock }) => {
  const { rows } = await db.execute<Group>(sql`
    select kind, count(*)::int as count, min(created_at) as oldest,
      count(*) filter (where created_at <= ${clock.databaseNow()} - make_interval(hours => ${lateAfterHours}))::int as late
    from life_changes where ended_at is null and answered_at is null group by 1`);
  const groups = rows.toSorted((a, b) => lifeChangeKinds.indexOf(b.kind) - lifeChangeKinds.indexOf(a.kind));
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
  return {
    count: sum(rows.map(({ count }) => count)),
    oldest: rows.length > 0 ? new Date(Math.min(...rows.map(({ oldest }) => Date.parse(oldest)))) : null,
    late: sum(rows.map(({ late }) => late)),
    detail: groups.map(({ count, kind }) => `${count} ${words[kind]}`).join(', ') || null,
  };
};

const words: Record<LifeChangeKind, string> = {
  moved: 'moved',
  new_name: 'new name',
  minor: 'too young',
  pause: 'to pause',
  died: 'died',
  hold: 'to hold',
};
