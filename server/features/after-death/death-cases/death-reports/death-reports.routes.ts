import type { onRequestAsyncHookHandler } from 'fastify';
import { z } from 'zod';
import { AliveStanding, MistakenReportAnswer } from '../../../../../shared/after-death/alive.ts';
import {
  BegunDeathReport,
  DeadlinesQuery,
  DeathReport,
  DeathReportChanges,
  DeathReportForm,
  OtherEvidenceForm,
  ReportCodeForm,
  ReportDeadlines,
} from '../../../../../shared/after-death/death-reports.ts';
import { StoppingCodeAnswer, StoppingCodeForm } from '../../../../../shared/after-death/release-wishes.ts';
import { EmailAddress, Id } from '../../../../../shared/values.ts';
import type { App } from '../../../../platform/context.ts';
import { AppError } from '../../../../platform/errors.ts';
import { keepPrivate } from '../../../../platform/http/api-headers.ts';
import { acceptForms } from '../../../../platform/http/multipart-form.ts';
import { ownerOf, signedIn } from '../../../accounts/auth/sessions/sessions.ts';
import {
  type AttemptLimit,
  addressOf,
  limitAttempts,
  perProcess,
} from '../../../system/attempt-limits/attempt-limits.ts';
import { confirmAlive, readAlive } from './alive-link.ts';
import { deadlinesFrom, serviceTimezone } from './deadlines.ts';
import { dismissMistakenReports, readMistakenReport } from './owner-notice.ts';
import { receiveProof, takeBackProof } from './proofs.ts';
import { readReport } from './report-answers.ts';
import { confirmReporter, mailAnotherCode } from './report-codes.ts';
import { beginReport, changeReport, saveOtherEvidence } from './report-drafts.ts';
import { enterStoppingCode, recordSignOfLife } from './signs-of-life.ts';
import { submitReport } from './submit-report.ts';

const Token = z.string().regex(/^[\w-]{43}$/);
const params = z.object({ token: Token });
const answer = { 200: DeathReport };

/** For requests that make us write to an address somebody typed in. */
const codesOfAddress: AttemptLimit = {
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
const limitCodes = limitAttempts(codesToReporter, codesOfAddress);
/** The page sends the address with every change, even if it is the same. */
const changesOfReporter: AttemptLimit = { ...codesToReporter, name: 'report change', max: 30 };
const ofToken = (name: string, max: number, minutes: number): AttemptLimit => ({
  name,
  max,
  minutes,
  keyOf: (request) => params.safeParse(request.params).data?.token,
});
const proofsOfAddress = { name: 'report proofs', max: 40, minutes: 60, keyOf: addressOf };
const codesTried: AttemptLimit = { name: 'stopping code', max: 10, minutes: 60, keyOf: addressOf };
const presses = { name: 'alive', max: 60, minutes: 10, keyOf: addressOf };

/** Reporting a death, and saying that one is alive. Neither needs an account, and no response reveals whether there is one. */
export async function deathReportsRoutes(app: App): Promise<void> {
  app.addHook('onRequest', keepPrivate);
  await acceptForms(app);
  draftRoutes(app);
  sendingRoutes(app);
  aliveRoutes(app);
  noticeRoutes(app);
}

function draftRoutes(app: App): void {
  const { services } = app;
  const { clock, config } = services;

  app.get(
    '/api/death-reports/deadlines',
    { schema: { querystring: DeadlinesQuery, response: { 200: ReportDeadlines } } },
    async ({ query }) => deadlinesFrom(config, clock.now(), query.timezone ?? serviceTimezone),
  );

  app.post(
    '/api/death-reports',
    {
      onRequest: maybeSignedIn,
      config: { rateLimit: perProcess(codesOfAddress) },
      preHandler: limitCodes,
      schema: { body: DeathReportForm, response: { 201: BegunDeathReport } },
    },
    async (request, reply) => {
      const reporterId = request.signedIn ? ownerOf(request).id : undefined;
      return reply.status(201).send(await beginReport(services, request.body, reporterId));
    },
  );

  app.get('/api/death-reports/:token', { schema: { params, response: answer } }, async (request) =>
    readReport(services, request.params.token),
  );

  app.patch(
    '/api/death-reports/:token',
    {
      preHandler: limitAttempts(changesOfReporter, ofToken('report changes', 60, 60)),
      schema: { params, body: DeathReportChanges, response: answer },
    },
    async (request) => changeReport(services, request.params.token, request.body, () => limitCodes(request)),
  );
}

function sendingRoutes(app: App): void {
  const { services } = app;

  app.post(
    '/api/death-reports/:token/code',
    {
      preHandler: limitAttempts(ofToken('report codes', 10, 24 * 60), codesOfAddress),
      schema: { params, response: answer },
    },
    async (request) => mailAnotherCode(services, request.params.token),
  );

  app.post(
    '/api/death-reports/:token/confirm',
    {
      preHandler: limitAttempts(ofToken('report confirming', 30, 24 * 60)),
      schema: { params, body: ReportCodeForm, response: answer },
    },
    async (request) => confirmReporter(services, request.params.token, request.body.code),
  );

  app.post(
    '/api/death-reports/:token/proofs',
    {
      config: { rateLimit: perProcess(proofsOfAddress) },
      preHandler: limitAttempts(proofsOfAddress),
      schema: { params, response: { 201: DeathReport } },
    },
    async (request, reply) =>
      reply.status(201).send(await receiveProof(services, request, request.params.token)),
  );

  app.delete(
    '/api/death-reports/:token/proofs/:id',
    { schema: { params: params.extend({ id: Id }), response: answer } },
    async (request) => takeBackProof(services, request.params.token, request.params.id),
  );

  app.put(
    '/api/death-reports/:token/other-evidence',
    { schema: { params, body: OtherEvidenceForm, response: answer } },
    async (request) => saveOtherEvidence(services, request.params.token, request.body.text),
  );

  app.post('/api/death-reports/:token/submit', { schema: { params, response: answer } }, async (request) =>
    submitReport(services, request.params.token),
  );
}

/** Reporters need not be signed in, and an expired session does not prevent a report. */
const maybeSignedIn: onRequestAsyncHookHandler = async function (request, reply) {
  if (!request.headers.authorization) return;
  await signedIn.call(this, request, reply).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
  });
};

function aliveRoutes(app: App): void {
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

function noticeRoutes(app: App): void {
  const { services } = app;

  // For an owner who was already signed in when the report came: answering counts as signing in again.
  app.post('/api/user/alive', { onRequest: signedIn }, async (request, reply) => {
    await recordSignOfLife(services, ownerOf(request).id, 'sign_in');
    return reply.status(204).send(null);
  });

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
