import type { z } from 'zod';
import type { greetTrustedContact as greetTrustedContactJob } from '../../../job-list.ts';
import type { Services } from '../../../platform/context.ts';
import type { JobHandler } from '../../../platform/jobs.ts';
import { greetTrustedContact, greetTrustedContactsLater } from './trusted-contacts.ts';

export const greetTrustedContactHandler =
  (services: Services): JobHandler<z.output<typeof greetTrustedContactJob.payload>> =>
  ({ recipientId }) =>
    greetTrustedContact(services, recipientId);

/** Called at a steady beat: nobody stays untold because the queue was lost. */
export const greetTrustedContacts = greetTrustedContactsLater;
