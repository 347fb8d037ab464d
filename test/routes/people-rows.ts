import { eq } from 'drizzle-orm';
import { users } from '../../server/features/accounts/accounts/accounts.table.ts';
import { sessions } from '../../server/features/accounts/sessions/sessions.table.ts';
import { outboxMails } from '../../server/features/outbox/mails/mails.table.ts';
import { minutesAfter } from '../../server/platform/clock.ts';
import { createPerson, createStaff, type Person } from '../factories.ts';
import { seenOf } from '../seen-person.ts';
import type { Question, RouteRows, Scene } from './row.ts';
import { freshStaffRow, staffRow } from './staff-row.ts';

/** Somebody whom staff act on. */
const about =
  (
    create: typeof createPerson = createPerson,
    prepare: (scene: Scene, person: Person) => Promise<Record<string, string>> = async () => ({}),
  ) =>
  async (scene: Scene): Promise<Question> => {
    const person = await create(scene.testApp);
    const more = await prepare(scene, person);
    const seen = await seenOf(scene.testApp, person.user.id);
    return { params: { id: person.user.id, ...more }, payload: { reason: 'They called', seen } };
  };

async function suspended({ testApp: { services, clock } }: Scene, { user }: Person) {
  await services.db.update(users).set({ suspendedAt: clock.now() }).where(eq(users.id, user.id));
  return {};
}

/** The link of the registration was sent a while ago. */
async function unverified({ testApp: { services, clock } }: Scene, { user }: Person) {
  const createdAt = minutesAfter(clock.now(), -60);
  await services.db.update(outboxMails).set({ createdAt }).where(eq(outboxMails.userId, user.id));
  return {};
}

async function withSession({ testApp: { services } }: Scene, { user }: Person) {
  const [session] = await services.db.select().from(sessions).where(eq(sessions.userId, user.id));
  return { sessionId: session?.id ?? '' };
}

export const peopleRows: RouteRows = {
  'GET /api/admin/staff': staffRow(200),
  'GET /api/admin/people': staffRow(200, () => ({ query: { q: 'ruth' } })),
  'POST /api/admin/people/:id/view': staffRow(200, async (scene) => ({
    params: { id: (await createPerson(scene.testApp)).user.id },
  })),
  'POST /api/admin/people/:id/staff': freshStaffRow(201, about()),
  'DELETE /api/admin/people/:id/staff': freshStaffRow(204, about(createStaff)),
  'POST /api/admin/people/:id/verification': staffRow(200, about(createPerson, unverified)),
  'DELETE /api/admin/people/:id/sessions': staffRow(200, about()),
  'DELETE /api/admin/people/:id/sessions/:sessionId': staffRow(200, about(createPerson, withSession)),
  'POST /api/admin/people/:id/suspension': staffRow(200, about()),
  'DELETE /api/admin/people/:id/suspension': freshStaffRow(200, about(createPerson, suspended)),
};
