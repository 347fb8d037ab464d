/**
 * Loads what recording takes, for whoever opens the recorder or takes up what was left behind. One way in alone: with
 * two the bundler would split the code that every page shares.
 */
export const loadRecorder = () => import('./recorder-dialog.tsx');
