import { ConfirmationForm } from '../../../../shared/accounts/passwords.ts';
import {
  ReleaseWishes,
  ReleaseWishesForm,
  SecondEmailForm,
  StoppingCode,
} from '../../../../shared/after-death/release-wishes.ts';
import type { App } from '../../../platform/context.ts';
import { beginSecondEmail, removeSecondEmail } from '../../accounts/auth/email-addresses/email-addresses.ts';
import { passwordAttempts } from '../../accounts/auth/passwords/passwords.ts';
import { ownerOf, signedIn } from '../../accounts/auth/sessions/sessions.ts';
import { requireConfirmation } from '../../accounts/auth/two-factor/two-factor.ts';
import { limitAttempts } from '../../system/attempt-limits/attempt-limits.ts';
import { changeWishes } from './change-wishes.ts';
import { readWishes } from './read-wishes.ts';
import { makeStoppingCode } from './stopping-codes.ts';

const answersWishes = { response: { 200: ReleaseWishes } };
/** Somebody who finds a signed-in browser must not be able to change how the owner is asked. */
const confirmed = { onRequest: signedIn, preHandler: limitAttempts(passwordAttempts) };

export async function releaseWishesRoutes(app: App): Promise<void> {
  const { services } = app;

  app.get('/api/release-wishes', { onRequest: signedIn, schema: answersWishes }, async (request) =>
    readWishes(services, ownerOf(request)),
  );

  app.put(
    '/api/release-wishes',
    { onRequest: signedIn, schema: { body: ReleaseWishesForm, ...answersWishes } },
    async (request) => readWishes(services, await changeWishes(services, ownerOf(request), request.body)),
  );

  app.post(
    '/api/release-wishes/second-email',
    { ...confirmed, schema: { body: SecondEmailForm, response: { 202: ReleaseWishes } } },
    async (request, reply) => {
      await requireConfirmation(services, ownerOf(request), request.body);
      const owner = await beginSecondEmail(services, ownerOf(request), request.body.email);
      return reply.status(202).send(await readWishes(services, owner));
    },
  );

  app.post(
    '/api/release-wishes/second-email/removal',
    { ...confirmed, schema: { body: ConfirmationForm, ...answersWishes } },
    async (request) => {
      await requireConfirmation(services, ownerOf(request), request.body);
      return readWishes(services, await removeSecondEmail(services, ownerOf(request)));
    },
  );

  app.post(
    '/api/release-wishes/stopping-code',
    { ...confirmed, schema: { body: ConfirmationForm, response: { 201: StoppingCode } } },
    async (request, reply) => {
      await requireConfirmation(services, ownerOf(request), request.body);
      reply.header('cache-control', 'private, no-store');
      return reply.status(201).send({ code: await makeStoppingCode(services, ownerOf(request)) });
    },
  );
}
