/** What other features may use of this one, beside its queries. The recorder itself is loaded when it is opened. */
export { holdRecording } from './in-use.ts';
export type { KeptRecording } from './kept-recordings.ts';
export { LeftBehind } from './left-behind.tsx';
export { RecordButton } from './record-button.tsx';
export { takeUp } from './take-up.ts';
