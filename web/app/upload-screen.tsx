import { useMemoryDays } from '../features/delivery/deliveries/schedules/queries.ts';
import { UploadPage } from '../features/memories/memories/upload/upload-page.tsx';

/** Gives the page of memories their delivery days, which come from the schedules. */
export function UploadScreen() {
  return <UploadPage dayOf={useMemoryDays()} />;
}
