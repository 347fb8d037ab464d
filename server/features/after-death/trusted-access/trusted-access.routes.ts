import {
  TrustedAnswerForm,
  TrustedPage,
  TrustedParams,
} from '../../../../shared/after-death/trusted-access.ts';
import type { App } from '../../../platform/context.ts';
import { keepPrivate } from '../../../platform/http/api-headers.ts';
import { limitAttempts } from '../../system/attempt-limits/attempt-limits.ts';
import { answerOnPage, readTrustedPage } from './page.ts';
import { trustedWrites } from './trusted-access.ts';

export async function trustedAccessRoutes(app: App): Promise<void> {
  const { services } = app;
  const preHandler = limitAttempts(...trustedWrites);
  app.addHook('onRequest', keepPrivate);

  app.get(
    '/api/trusted/:token',
    { schema: { params: TrustedParams, response: { 200: TrustedPage } } },
    async (request) => readTrustedPage(services.db, services, request.params.token),
  );

  app.post(
    '/api/trusted/:token/answer',
    {
      preHandler,
      schema: { params: TrustedParams, body: TrustedAnswerForm, response: { 200: TrustedPage } },
    },
    async (request) => answerOnPage(services, request.params.token, request.body),
  );
}
