import type { z } from 'zod';
import type { SessionType } from '../../../../shared/care/session-catalogue.ts';
import { TherapyRequestForm } from '../../../../shared/care/therapy-requests.ts';
import { firstMessages } from '../../../lib/check-form.ts';

export interface RequestValues {
  sessionType: SessionType;
  preferredDate: string;
  preferredTime: string;
  reason: string;
  specialRequests: string;
}

export const emptyRequest: RequestValues = {
  sessionType: 'individual',
  preferredDate: '',
  preferredTime: '',
  reason: '',
  specialRequests: '',
};

/** The request body. */
export function toRequest(values: RequestValues): z.input<typeof TherapyRequestForm> {
  return { ...values };
}

/** Returns one message for each invalid field. */
export function checkRequest(values: RequestValues): Record<string, string> {
  return firstMessages(TherapyRequestForm.safeParse(toRequest(values)));
}
