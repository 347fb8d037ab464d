import { eq } from 'drizzle-orm';
import { users } from '../../server/features/accounts/accounts/accounts.table.ts';
import { createPerson, createStaff } from '../factories.ts';
import { type Question, type RouteRow, type RouteRows, row, type Scene } from './row.ts';

/** A route of staff: 401 to nobody, 403 to whoever is not staff, and `answer` to the owner of the scene, who is. */
function staffRow(
  answer: number,
  ask: (scene: Scene) => Promise<Question> | Question = () => ({}),
): RouteRow {
  return row(401, 403, answer, async (scene) => {
    const { services } = scene.testApp;
    await services.db.update(users).set({ isAdmin: true }).where(eq(users.id, scene.owner.user.id));
    return ask(scene);
  });
}

const payload = { reason: 'Joins the morning shift' };
const idOf = (create: typeof createPerson) => async (scene: Scene) => ({
  params: { id: (await create(scene.testApp)).user.id },
  payload,
});

export const staffRows: RouteRows = {
  'GET /api/admin/staff': staffRow(200),
  'POST /api/admin/people/:id/staff': staffRow(201, idOf(createPerson)),
  'DELETE /api/admin/people/:id/staff': staffRow(204, idOf(createStaff)),
};
