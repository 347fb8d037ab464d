import { IdParams } from '../../../../../shared/values.ts';
import type { App } from '../../../../platform/context.ts';
import { ownerOf, signedIn } from '../../../accounts/auth/sessions/sessions.ts';
import { writeReceipt } from './receipt-pdf.ts';

/** Receipts of what an owner has paid. */
export async function receiptsRoutes(app: App): Promise<void> {
  app.get(
    '/api/payments/:id/receipt.pdf',
    {
      onRequest: signedIn,
      config: { rateLimit: { max: 20, timeWindow: '1 minute' } },
      schema: { params: IdParams, produces: ['application/pdf'], description: 'A receipt to print, A5.' },
    },
    async (request, reply) => {
      const receipt = await writeReceipt(app.services, ownerOf(request), request.params.id);
      return reply
        .type('application/pdf')
        .header('content-disposition', 'inline; filename="Receipt.pdf"')
        .send(receipt);
    },
  );
}
