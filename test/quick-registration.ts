import { signIn } from '../server/features/accounts/auth/sessions/sessions.ts';
import { createAccount } from '../server/features/accounts/profile/profile.ts';
import type { App } from '../server/platform/context.ts';
import { inTransaction } from '../server/platform/database.ts';
import { hashPassword, passwordCost } from '../server/platform/passwords.ts';
import { RegisterForm } from '../shared/accounts/accounts.ts';
import { SignedIn } from '../shared/accounts/sign-in.ts';

export const quickRegistration = '/test/register';

const hashes = new Map<string, Promise<string>>();

/** Nearly everybody in the tests has the same password. */
function hashOnce(password: string): Promise<string> {
  const key = `${passwordCost.memoryCost} ${password}`;
  const known = hashes.get(key) ?? hashPassword(password);
  hashes.set(key, known);
  return known;
}

/**
 * Registers like `/api/auth/register`, but without the rate limit, the check of how easy the password is to
 * guess, and the hashing, which together take longer than most tests.
 */
export function addQuickRegistration(app: App): void {
  const { services } = app;
  const schema = { hide: true, body: RegisterForm, response: { 201: SignedIn } };
  app.post(quickRegistration, { schema }, async (request, reply) => {
    const passwordHash = await hashOnce(request.body.password);
    const { answer } = await inTransaction(services.db, async (tx) => {
      const user = await createAccount(tx, services, request.body, passwordHash);
      return signIn(tx, request, reply, user);
    });
    return reply.status(201).send(answer);
  });
}
