import { eq } from 'drizzle-orm';
import { sessions } from '../../server/features/accounts/auth/sessions/sessions.table.ts';
import { staffRoleChanges } from '../../server/features/accounts/auth/staff/staff.table.ts';
import { users } from '../../server/features/accounts/profile/profile.table.ts';
import { outboxMails } from '../../server/features/outbox/messages/mails/mails.table.ts';
import { minutesAfter } from '../../server/platform/clock.ts';
import type { TestApp } from '../app.ts';
import { createPerson, createStaff, type Person } from '../factories.ts';
import { seenOf } from '../seen-person.ts';
import type { Question, RouteRows, Scene } from './row.ts';
import { freshStaffRow, staffRow } from './staff-row.ts';

/** Somebody on whom staff act. */
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

/** Another member of staff, so that somebody could confirm. */
async function newColleague(testApp: TestApp) {
  await createStaff(testApp);
  return createStaff(testApp);
}

/** A proposal to make somebody staff. */
const proposal = (by: 'a colleague' | 'the owner' = 'a colleague') =>
  about(createPerson, async ({ testApp, owner }, { user }) => {
    const proposer = by === 'the owner' ? owner : await createStaff(testApp);
    const row = {
      userId: user.id,
      kind: 'grant',
      state: 'proposed',
      proposedBy: proposer.user.id,
      proposedAt: testApp.clock.now(),
      reason: 'Joins us',
    } as const;
    const [added] = await testApp.services.db.insert(staffRoleChanges).values(row).returning();
    return { id: added?.id ?? '' };
  });

export const peopleRows: RouteRows = {
  'GET /api/admin/staff': staffRow(200),
  'GET /api/admin/people': staffRow(200, () => ({ query: { q: 'ruth' } })),
  'POST /api/admin/people/:id/view': staffRow(200, async (scene) => ({
    params: { id: (await createPerson(scene.testApp)).user.id },
  })),
  'GET /api/admin/people/:id/standing': staffRow(200, about()),
  'POST /api/admin/people/:id/staff': freshStaffRow(201, about()),
  'DELETE /api/admin/people/:id/staff': freshStaffRow(200, about(newColleague)),
  'GET /api/admin/staff-role-changes': staffRow(200),
  'POST /api/admin/staff-role-changes/:id/confirm': freshStaffRow(200, proposal()),
  'POST /api/admin/staff-role-changes/:id/refuse': staffRow(200, proposal()),
  'POST /api/admin/staff-role-changes/:id/take-back': staffRow(200, proposal('the owner')),
  'POST /api/admin/people/:id/verification': staffRow(200, about(createPerson, unverified)),
  'DELETE /api/admin/people/:id/sessions': staffRow(200, about()),
  'DELETE /api/admin/people/:id/sessions/:sessionId': staffRow(200, about(createPerson, withSession)),
  'POST /api/admin/people/:id/suspension': staffRow(200, about()),
  'DELETE /api/admin/people/:id/suspension': freshStaffRow(200, about(createPerson, suspended)),
};
