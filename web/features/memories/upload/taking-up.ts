import { useEffect, useEffectEvent } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { useLeftBehind } from '../recording/queries.ts';
import type { KeptRecording } from '../recording/recording.ts';
import { takeUp } from '../recording/recording.ts';

const parameter = 'recording';

/** The address at which a recording that was left behind becomes the file of a new memory. */
function addressOf({ kind, id }: Pick<KeptRecording, 'kind' | 'id'>): string {
  return `/upload?type=${kind}&${parameter}=${id}`;
}

/** Goes where a recording that was left behind is taken up. */
export function useWayToTakeUp(): (recording: KeptRecording) => void {
  const [, navigate] = useLocation();
  return (recording) => navigate(addressOf(recording));
}

/** Takes up the recording that the address names, where this owner has left it in this browser. */
export function useRecordingToTakeUp(ownerId: string, onTaken: (file: File, recordingId: string) => void) {
  const [search, setSearch] = useSearchParams();
  const wanted = search.get(parameter);
  const { recordings, isSettled } = useLeftBehind(ownerId);
  const recording = recordings.find(({ id }) => id === wanted);
  const handleRecording = useEffectEvent(async (found: KeptRecording | undefined) => {
    const file = found ? await takeUp(found) : null;
    if (file && found) onTaken(file, found.id);
    // A reload must not look for it once more when it has been uploaded.
    setSearch(withoutParameter, { replace: true });
  });

  useEffect(() => {
    if (wanted !== null && isSettled) void handleRecording(recording);
  }, [wanted, isSettled, recording]);

  return { isComing: wanted !== null, takeUp: useWayToTakeUp() };
}

function withoutParameter(search: URLSearchParams): URLSearchParams {
  search.delete(parameter);
  return search;
}
