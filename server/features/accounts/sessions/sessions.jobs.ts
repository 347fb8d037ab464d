import type { Services } from '../../../platform/context.ts';
import { tellOfNewDevices } from './new-devices.ts';
import { forgetEndedSessions } from './session-list.ts';

/** Called at a steady beat: owners hear of every new device, and sessions that are over leave no trace. */
export async function sweepSessions(services: Services): Promise<void> {
  await tellOfNewDevices(services);
  await forgetEndedSessions(services);
}
