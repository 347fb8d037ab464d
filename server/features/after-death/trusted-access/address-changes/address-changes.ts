// What other features may use of changed addresses. Imports nothing of staff-acts.ts, which calls who-may-act.ts.

export { correctForContact } from './contact-corrections.ts';
export { endAddressChangesOf } from './end-changes.ts';
export { countAddressChanges } from './staff-queue.ts';
