import type { AttentionItem } from '../../../../../shared/home/attention.ts';
import { ButtonLink } from '../../../../ui/button-link.tsx';
import {
  MistakenReportText,
  ReadButton,
} from '../../../after-death/death-cases/death-reports/death-reports.ts';
import { useMistakenReport } from '../../../after-death/death-cases/death-reports/queries.ts';
import { LineFrame } from './line-frame.tsx';

/** A report of the owner's death: one that is open, or one that was stopped and that they have not read of yet. */
export function ReportLine({ item }: { item: AttentionItem }) {
  const { data } = useMistakenReport();
  if (item.reason === 'report_open') {
    return (
      <LineFrame
        title="If it is a mistake, one press in the email that we sent you ends it, and so does signing in anew."
        text="Nothing has been given to anybody. Somebody here reads the proof before anything is."
      >
        <ButtonLink href={item.href} variant="text" className="-mx-1 justify-self-start">
          What would follow
        </ButtonLink>
      </LineFrame>
    );
  }
  if (!data?.report) return null;
  return (
    <LineFrame title={<MistakenReportText report={data.report} />}>
      <ReadButton className="-mx-1 justify-self-start" />
    </LineFrame>
  );
}
