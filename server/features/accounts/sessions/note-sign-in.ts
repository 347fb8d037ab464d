import type { Services } from '../../../platform/context.ts';
import { markSignIn } from '../accounts/accounts.ts';

/** What a sign-in means elsewhere, before it is answered; passed in by app.ts. */
export type AfterSignIn = (services: Services, userId: string) => Promise<void>;

/** Notes when an owner last came in. What follows from it has happened before they are told that they are in. */
export async function noteSignIn(
  services: Services,
  userId: string,
  afterSignIn: AfterSignIn,
): Promise<void> {
  await markSignIn(services.db, services.clock.now(), userId);
  await afterSignIn(services, userId);
}
