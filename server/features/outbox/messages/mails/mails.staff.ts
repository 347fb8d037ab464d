import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import {
  StaffMail,
  StaffMailAddress,
  StaffMailChange,
  StaffMailCounts,
  StaffMailList,
  StaffMailQuery,
  StaffMailQuestion,
} from '../../../../../shared/outbox/staff-mails.ts';
import { IdParams } from '../../../../../shared/values.ts';
import type { App } from '../../../../platform/context.ts';
import {
  countMailsForStaff,
  type FindPeople,
  listMailsForStaff,
  loadMailForStaff,
} from './list-for-staff.ts';
import { sendMailAgain, setMailAside, showAddress } from './staff-actions.ts';

interface Above {
  staff: onRequestAsyncHookHandler[];
  freshStaff: onRequestAsyncHookHandler[];
  /** The member of staff who asks. */
  ownerOf: (request: FastifyRequest) => { id: string };
  findPeople: FindPeople;
}

const answer = { 200: StaffMail };
const change = { params: IdParams, body: StaffMailChange, response: answer };

/** The mail log: what the outbox has sent, and what staff do about the rest. Accounts are above this district. */
export async function mailsStaffRoutes(
  app: App,
  { staff, freshStaff, ownerOf, findPeople }: Above,
): Promise<void> {
  const { services } = app;
  const byStaff = (request: FastifyRequest) => ({ actor: ownerOf(request).id });

  app.get(
    '/api/admin/mails',
    { onRequest: staff, schema: { querystring: StaffMailQuery, response: { 200: StaffMailList } } },
    async (request) => listMailsForStaff(services, findPeople, request.query),
  );

  app.get(
    '/api/admin/mails/counts',
    { onRequest: staff, schema: { response: { 200: StaffMailCounts } } },
    async () => countMailsForStaff(services.db),
  );

  app.get(
    '/api/admin/mails/:id',
    { onRequest: staff, schema: { params: IdParams, response: answer } },
    async (request) => loadMailForStaff(services, request.params.id),
  );

  app.post('/api/admin/mails/:id/send', { onRequest: staff, schema: change }, async (request) => {
    const { id: mailId } = request.params;
    await sendMailAgain(services, { ...request.body, ...byStaff(request), mailId });
    return loadMailForStaff(services, mailId);
  });

  app.post('/api/admin/mails/:id/set-aside', { onRequest: staff, schema: change }, async (request) => {
    const { id: mailId } = request.params;
    await setMailAside(services, { ...request.body, ...byStaff(request), mailId });
    return loadMailForStaff(services, mailId);
  });

  app.post(
    '/api/admin/mails/:id/address',
    {
      onRequest: freshStaff,
      schema: { params: IdParams, body: StaffMailQuestion, response: { 200: StaffMailAddress } },
    },
    async (request) =>
      showAddress(services, { ...request.body, ...byStaff(request), mailId: request.params.id }),
  );
}
