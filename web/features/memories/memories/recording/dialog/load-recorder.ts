/**
 * Loads the code for recording. This is its only dynamic import: with two, the bundler would split the chunk that every
 * page shares.
 */
export const loadRecorder = () => import('./recorder-dialog.tsx');
