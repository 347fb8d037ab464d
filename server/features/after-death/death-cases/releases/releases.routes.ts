import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type { z } from 'zod';
import { type RevokedRelease, RevokedReleaseAnswer } from '../../../../../shared/after-death/releases.ts';
import type { App } from '../../../../platform/context.ts';
import type { Queryable } from '../../../../platform/database.ts';
import { ownerOf, signedIn } from '../../../accounts/auth/sessions/sessions.ts';
import { releases } from './releases.table.ts';
import { countWaiting, listGiven } from './what-went-out.ts';

export async function releasesRoutes(app: App): Promise<void> {
  const { services } = app;

  app.get(
    '/api/user/revoked-release',
    { onRequest: signedIn, schema: { response: { 200: RevokedReleaseAnswer } } },
    async (request) => ({ release: await readRevokedRelease(services.db, ownerOf(request).id) }),
  );
}

async function readRevokedRelease(
  db: Queryable,
  userId: string,
): Promise<z.output<typeof RevokedRelease> | null> {
  const [release] = await db
    .select()
    .from(releases)
    .where(and(eq(releases.userId, userId), isNotNull(releases.revokedAt)))
    .orderBy(desc(releases.revokedAt))
    .limit(1);
  if (!release?.revokedAt) return null;
  const { releasedAt, revokedAt } = release;
  const given = await listGiven(db, release);
  return { releasedAt, revokedAt, given, waitingCount: await countWaiting(db, userId) };
}
