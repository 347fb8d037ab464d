import { InquiryAnswerForm, InquiryPage, InquiryParams } from '../../../../../shared/people/inquiries.ts';
import { AddressCodeForm, AddressProposalForm } from '../../../../../shared/people/proposed-addresses.ts';
import type { App } from '../../../../platform/context.ts';
import { keepPrivate } from '../../../../platform/http/api-headers.ts';
import {
  type AttemptLimit,
  addressOf,
  limitAttempts,
} from '../../../system/attempt-limits/attempt-limits.ts';
import {
  type AnswerHooks,
  answerInquiry,
  proposeInquiryAddress,
  proveInquiryAddress,
  withdrawInquiryAddress,
} from './answer-inquiry.ts';
import { readInquiryPage } from './inquiry-page.ts';

const writes: AttemptLimit[] = [
  {
    name: 'asked',
    max: 60,
    minutes: 60,
    keyOf: (request) => InquiryParams.safeParse(request.params).data?.token,
  },
  { name: 'asked from', max: 240, minutes: 60, keyOf: addressOf },
];

/** The page on which somebody is asked something on an owner's behalf; it needs only a link. Reading changes nothing. */
export async function inquiriesRoutes(app: App, { hooks }: { hooks: AnswerHooks }): Promise<void> {
  const { services } = app;
  const preHandler = limitAttempts(...writes);
  const page = { params: InquiryParams, response: { 200: InquiryPage } };
  app.addHook('onRequest', keepPrivate);

  app.get('/api/asked/:token', { schema: page }, ({ params }) => readInquiryPage(services, params.token));

  app.post(
    '/api/asked/:token/answer',
    { preHandler, schema: { ...page, body: InquiryAnswerForm } },
    async ({ params: { token }, body }) => {
      await answerInquiry(services, hooks, token, body.answer);
      return readInquiryPage(services, token);
    },
  );

  app.post(
    '/api/asked/:token/address',
    { preHandler, schema: { ...page, body: AddressProposalForm } },
    async ({ params: { token }, body }) => {
      await proposeInquiryAddress(services, hooks, token, body);
      return readInquiryPage(services, token);
    },
  );

  app.post(
    '/api/asked/:token/address/code',
    { preHandler, schema: { ...page, body: AddressCodeForm } },
    async ({ params: { token }, body }) => {
      await proveInquiryAddress(services, hooks, token, body.code);
      return readInquiryPage(services, token);
    },
  );

  app.post('/api/asked/:token/address/undo', { preHandler, schema: page }, async ({ params: { token } }) => {
    await withdrawInquiryAddress(services, hooks, token);
    return readInquiryPage(services, token);
  });
}
