import { QuietDaysStep } from '../features/after-death/release-wishes/quiet-days.tsx';
import { RehearsalPage } from '../features/delivery/rehearsal/rehearsal-page.tsx';

/** Gives the rehearsal the quiet days, which belong to a district above it. */
export function RehearsalScreen() {
  return <RehearsalPage quietDays={<QuietDaysStep />} />;
}
