// What other features may use of what trusted contacts told us.

export { endLifeChangesOf } from './end-changes.ts';
export { countLifeChanges } from './staff-queue.ts';
