import type { Services } from '../../../platform/context.ts';
import { notifyOfNewDevices } from './new-devices.ts';
import { deleteEndedSessions } from './session-list.ts';

export async function sweepSessions(services: Services): Promise<void> {
  await notifyOfNewDevices(services);
  await deleteEndedSessions(services);
}
