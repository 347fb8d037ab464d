import { formatDate } from '../../../../../shared/dates.ts';
import type { AttentionItem } from '../../../../../shared/home/attention.ts';
import { defaultTimeZone } from '../../../../../shared/time-zones.ts';
import { Button } from '../../../../ui/button.tsx';
import { showFailure } from '../../../../ui/toast.ts';
import { useSessionUser } from '../../../accounts/auth/sessions/sessions.ts';
import {
  MistakenReportText,
  ReadButton,
} from '../../../after-death/death-cases/death-reports/death-reports.ts';
import { useMistakenReport, useSayAlive } from '../../../after-death/death-cases/death-reports/queries.ts';
import { LineFrame } from './line-frame.tsx';

/** A report of the owner's death: an open one, or one that was stopped and that they have not been told about yet. */
export function ReportLine({ item }: { item: AttentionItem }) {
  const { data } = useMistakenReport();
  if (item.reason === 'report_open') return <OpenReport item={item} />;
  if (!data?.report) return null;
  return (
    <LineFrame title={<MistakenReportText report={data.report} />}>
      <ReadButton className="justify-self-start" />
    </LineFrame>
  );
}

function OpenReport({ item: { due } }: { item: AttentionItem }) {
  const { mutate, isPending } = useSayAlive();
  const { timezone } = useSessionUser();
  const day = due && ` on ${formatDate(due, timezone ?? defaultTimeZone)}`;

  function answer() {
    mutate(undefined, {
      onError: (error) =>
        showFailure(error, 'Please try again, or press the button in the email that we sent you.'),
    });
  }

  return (
    <LineFrame
      title={`The report came${day ?? ''}. If it is a mistake, one press ends it.`}
      text="Nothing has been given to anybody. Somebody here reads the proof before anything is."
    >
      <Button className="max-md:mt-2 max-md:w-full" isPending={isPending} onPress={answer}>
        I am alive
      </Button>
    </LineFrame>
  );
}
