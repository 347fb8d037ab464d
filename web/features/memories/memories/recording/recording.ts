import { toast } from '../../../../ui/toast.ts';
import { loadRecorder } from './dialog/record-button.tsx';
import { loadPieces, type StoredRecording } from './store/recording-store.ts';

/** What other features may use of recording, besides the queries. The recorder itself is loaded when it is opened. */
export { RecordButton } from './dialog/record-button.tsx';
export { markRecordingInUse, type StoredRecording } from './store/recording-store.ts';
export { UnsentRecordings } from './unsent/unsent-recordings.tsx';

/** The file of a stored recording. If nothing in it can be played, shows a message and resolves with null. */
export async function loadRecordingFile(recording: StoredRecording): Promise<File | null> {
  try {
    const [pieces, { makeFile }] = await Promise.all([loadPieces(recording.id), loadRecorder()]);
    return (await makeFile(recording, pieces)).file;
  } catch {
    toast({
      variant: 'destructive',
      title: 'This recording cannot be opened',
      description: 'It is still kept in this browser. Please try again.',
    });
    return null;
  }
}
