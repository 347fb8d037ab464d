import { eq } from 'drizzle-orm';
import { users } from '../../server/features/accounts/profile/profile.table.ts';
import { type Question, type RouteRow, row, type Scene } from './row.ts';

/** A staff route: 401 for nobody, 403 for anyone who is not staff, and `answer` for the owner of the scene, who is. */
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

/** The same for a route with `freshStaff`, which refuses them too if they signed in more than a quarter of an hour ago. */
export function freshStaffRow(...args: Parameters<typeof staffRow>): RouteRow {
  return { ...staffRow(...args), fresh: true };
}
