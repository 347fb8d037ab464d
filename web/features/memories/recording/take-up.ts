import { toast } from '../../../ui/toast.ts';
import type { KeptRecording } from './kept-recordings.ts';
import { loadPieces } from './kept-recordings.ts';
import { loadRecorder } from './load-recorder.ts';

/** The file of a recording that was left behind; null, and said, where there is nothing in it that plays. */
export async function takeUp(recording: KeptRecording): Promise<File | null> {
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
