import { notifyOfNewDevices } from './new-devices.ts';
import { deleteEndedChallenges, deleteEndedSessions } from './session-list.ts';

export const sweepSessions = notifyOfNewDevices;
export const eraseSessions = deleteEndedSessions;
export const eraseSignInChallenges = deleteEndedChallenges;
