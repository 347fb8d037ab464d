export { deadlinesIfDead } from './deadlines.ts';
export { deathReportMails } from './death-reports.mails.ts';
export { isReportedDead, isThoughtAlive } from './is-thought-alive.ts';
export { detachReports } from './match-account.ts';
export { readMistakenReport } from './owner-notice.ts';
export { findUsedProofKeys, proofFiles } from './proof-files.ts';
export { awaitsSignOfLife, recordSignOfLife } from './signs-of-life.ts';
export { countDeathReports } from './staff-queue.ts';
export { canBeTexted, channelsOf } from './tell.ts';
