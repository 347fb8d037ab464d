import { notifyOfNewDevices } from './new-devices.ts';
import { deleteEndedSessions } from './session-list.ts';

export const sweepSessions = notifyOfNewDevices;
export const eraseSessions = deleteEndedSessions;
