import { useEffect, useEffectEvent } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { useUnsentRecordings } from '../recording/queries.ts';
import { loadRecordingFile, type StoredRecording } from '../recording/recording.ts';

const parameter = 'recording';

/** Returns the function that opens an unsent recording as a new memory. */
export function useResumeRecording(): (recording: StoredRecording) => void {
  const [, navigate] = useLocation();
  return ({ kind, id }) => navigate(`/upload?type=${kind}&${parameter}=${id}`);
}

/** Calls `onLoaded` with the unsent recording that the URL names, if this owner has one in this browser. */
export function useResumedRecording(ownerId: string, onLoaded: (file: File, recordingId: string) => void) {
  const [search, setSearch] = useSearchParams();
  const wanted = search.get(parameter);
  const { recordings, isSettled } = useUnsentRecordings(ownerId);
  const recording = recordings.find(({ id }) => id === wanted);
  const handleRecording = useEffectEvent(async (found: StoredRecording | undefined) => {
    const file = found ? await loadRecordingFile(found) : null;
    // Neither Back nor, after the upload, a reload must look for it again.
    setSearch(withoutParameter, { replace: true });
    if (file && found) onLoaded(file, found.id);
  });

  useEffect(() => {
    if (wanted !== null && isSettled) void handleRecording(recording);
  }, [wanted, isSettled, recording]);

  return { isLoading: wanted !== null, resume: useResumeRecording() };
}

function withoutParameter(search: URLSearchParams): URLSearchParams {
  search.delete(parameter);
  return search;
}
