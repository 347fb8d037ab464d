import { eq } from 'drizzle-orm';
import { users } from '../../server/features/accounts/profile/profile.table.ts';
import { type Question, type RouteRow, row, type Scene } from './row.ts';

/** A route of staff: 401 to nobody, 403 to anyone who is not staff, and `answer` to the owner of the scene, who is. */
export function staffRow(
  answer: number,
  ask: (scene: Scene) => Promise<Question> | Question = () => ({}),
): RouteRow {
  return row(401, 403, answer, async (scene) => {
    const { services } = scene.testApp;
    await services.db.update(users).set({ isAdmin: true }).where(eq(users.id, scene.owner.user.id));
    return ask(scene);
  });
}

/** The same for a route with `freshStaff`: it refuses them too, once they signed in more than a quarter of an hour ago. */
export function freshStaffRow(...args: Parameters<typeof staffRow>): RouteRow {
  return { ...staffRow(...args), fresh: true };
}
