// What other features may use of what trusted contacts told us.

export { endHoldIfLast, lockPerson } from './change-rows.ts';
export { endLifeChangesOf } from './end-changes.ts';
export { readLifeChanges } from './read-changes.ts';
export { countLifeChanges } from './staff-queue.ts';
