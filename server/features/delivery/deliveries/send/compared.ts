import { type SQL, sql } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';

/**
 * SQL: which server this is and which copy of the data: another after a failover to a standby, which may lack the last seconds, after a
 * restart, and once a backup has been restored.
 */
export const identityOfDatabase = sql`concat_ws(' ', extract(epoch from pg_postmaster_start_time()),
  pg_relation_filenode('delivery_queue'::regclass))`;

/** SQL: whether this process knows that the database and the send log agree about this delivery. */
export function isCompared({ compared }: Pick<Services, 'compared'>, id: SQL): SQL {
  if (compared.server === undefined) return sql`true`;
  return sql`(${identityOfDatabase} = ${compared.server} and ${id} <> all(${sql.param(compared.unrecorded)}::uuid[]))`;
}
