import { z } from 'zod';
import { AliveStanding, MistakenReportAnswer } from '../../../../../shared/after-death/alive.ts';
import { DeathReport } from '../../../../../shared/after-death/death-reports.ts';
import { StoppingCodeAnswer, StoppingCodeForm } from '../../../../../shared/after-death/release-wishes.ts';
import { EmailAddress } from '../../../../../shared/values.ts';
import type { App } from '../../../../platform/context.ts';
import { ownerOf, signedIn } from '../../../accounts/auth/sessions/sessions.ts';
import {
  type AttemptLimit,
  addressOf,
  limitAttempts,
  perProcess,
} from '../../../system/attempt-limits/attempt-limits.ts';
import { confirmAlive, readAlive } from './alive-link.ts';
import { dismissMistakenReports, readMistakenReport } from './owner-notice.ts';
import { enterStoppingCode } from './signs-of-life.ts';

const Token = z.string().regex(/^[\w-]{43}$/);
export const params = z.object({ token: Token });
export const answer = { 200: DeathReport };

/** Whatever makes us write to an address that somebody typed. */
export const codesOfAddress: AttemptLimit = {
  name: 'report address',
  max: 20,
  minutes: 60,
  keyOf: addressOf,
};
const MaybeReporter = z.object({ reporterEmail: EmailAddress });
const codesToReporter: AttemptLimit = {
  name: 'report code',
  max: 6,
  minutes: 60,
  keyOf: ({ body }) => MaybeReporter.safeParse(body).data?.reporterEmail.toLowerCase(),
};
export const limitCodes = limitAttempts(codesToReporter, codesOfAddress);
/** The page sends the address with every change, also where it stays. */
export const changesOfReporter: AttemptLimit = { ...codesToReporter, name: 'report change', max: 30 };
export const ofToken = (name: string, max: number, minutes: number): AttemptLimit => ({
  name,
  max,
  minutes,
  keyOf: (request) => params.safeParse(request.params).data?.token,
});
export const proofsOfAddress = { name: 'report proofs', max: 40, minutes: 60, keyOf: addressOf };
const codesTried: AttemptLimit = { name: 'stopping code', max: 10, minutes: 60, keyOf: addressOf };
const presses = { name: 'alive', max: 60, minutes: 10, keyOf: addressOf };

export function aliveRoutes(app: App): void {
  const { services } = app;
  const pressed = { params, response: { 200: AliveStanding } };

  app.post(
    '/api/alive',
    {
      config: { rateLimit: perProcess(codesTried) },
      preHandler: limitAttempts(codesTried),
      schema: { body: StoppingCodeForm, response: { 200: StoppingCodeAnswer } },
    },
    async (request) => enterStoppingCode(services, request.body.code),
  );

  app.get('/api/alive/:token', { schema: pressed }, async (request) =>
    readAlive(services.db, request.params.token),
  );

  app.post('/api/alive/:token', { preHandler: limitAttempts(presses), schema: pressed }, async (request) =>
    confirmAlive(services, request.params.token),
  );
}

export function noticeRoutes(app: App): void {
  const { services } = app;

  app.get(
    '/api/user/mistaken-report',
    { onRequest: signedIn, schema: { response: { 200: MistakenReportAnswer } } },
    async (request) => ({ report: await readMistakenReport(services.db, ownerOf(request).id) }),
  );

  app.delete('/api/user/mistaken-report', { onRequest: signedIn }, async (request, reply) => {
    await dismissMistakenReports(services, ownerOf(request).id);
    return reply.status(204).send(null);
  });
}
