import { useMemoryDays } from '../features/delivery/deliveries/schedules/queries.ts';
import { UploadPage } from '../features/memories/memories/upload/upload-page.tsx';

/** Hands the page of the memories their days, which the schedules know. */
export function UploadScreen() {
  return <UploadPage dayOf={useMemoryDays()} />;
}
