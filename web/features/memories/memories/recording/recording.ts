/** What other features may use of recording, besides the queries. The recorder itself is loaded when it is opened. */
export { RecordButton } from './dialog/record-button.tsx';
export type { StoredRecording } from './store/recording-store.ts';
export { markRecordingInUse } from './store/recordings-in-use.ts';
export { loadRecordingFile } from './unsent/load-recording-file.ts';
export { UnsentRecordings } from './unsent/unsent-recordings.tsx';
