import { sql } from 'drizzle-orm';
import { sweepClosing } from '../server/job-list.ts';
import type { TestApp } from './app.ts';
import type { SweepCase, sweepRows } from './sweep-rows.ts';

/** What the sweep about the end of the service finds. Once it is announced here, everybody is told. */
export function sunsetSweeps(
  { services }: TestApp,
  { insert, ago, day }: ReturnType<typeof sweepRows>,
): SweepCase[] {
  async function announceOnce(): Promise<void> {
    const { rows } = await services.db.execute(sql`select from closings`);
    if (rows.length === 0) await insert('closings', { last_day: ago(-400 * day).slice(0, 10) });
  }

  return [
    {
      ...{ sweep: 'closing-notices', timer: sweepClosing, table: 'users' },
      values: async () => {
        await announceOnce();
        return { updated_at: ago(0) };
      },
      done: sql`exists (select from closing_notices n where n.user_id = t.id)`,
      poison: { table: 'closing_notices', on: 'insert', when: (id) => `new.user_id = '${id}'` },
    },
    {
      ...{ sweep: 'closing-renewals', timer: sweepClosing, table: 'subscriptions' },
      values: async (userId) => {
        await announceOnce();
        return {
          ...{
            user_id: userId,
            provider: services.payments.name,
            plan: 'basic',
            billing_period: 'three_years',
          },
          ...{ status: 'active', synced_at: ago(1), paid_through: ago(-30 * day) },
        };
      },
      poison: 'provider',
    },
  ];
}
