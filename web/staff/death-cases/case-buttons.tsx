import { missingFor, missingWords } from '../../../shared/after-death/missing-for-approval.ts';
import type { StaffDeathReport, WarningAnswers } from '../../../shared/after-death/staff-death-reports.ts';
import { Button } from '../../ui/button.tsx';
import { KeyHint } from '../console/list-keys.tsx';
import type { Asked } from './account-dialog.tsx';
import { approvalWords, mayApprove } from './labels.ts';

export interface CaseDecisionProps {
  report: StaffDeathReport;
  me: string | undefined;
  answers: WarningAnswers;
  onAsk: (asked: Asked) => void;
}

export function Verify({ report, me, answers, onAsk }: CaseDecisionProps) {
  if (!mayApprove(report, me)) return null;
  const { action } = approvalWords(report);
  const isMissing = missingWords(missingFor(report, answers)) !== undefined;
  if (isMissing)
    return (
      <Button
        variant="quiet"
        className="border-dashed text-ink-soft"
        isDisabled
        aria-describedby="what-is-missing"
      >
        {action} <KeyHint>V</KeyHint>
      </Button>
    );
  return (
    <Button onPress={() => onAsk({ act: 'approve', answers })}>
      {action} <KeyHint>V</KeyHint>
    </Button>
  );
}

export function OtherActs({ report, onAsk }: Pick<CaseDecisionProps, 'report' | 'onAsk'>) {
  const { acts, account, releaseId } = report;
  return (
    <>
      {acts.includes('choose-account') && (
        <Button variant="quiet" onPress={() => onAsk({ act: 'choose-account' })}>
          {account ? 'Choose another account' : 'Choose the account'}
        </Button>
      )}
      {acts.includes('set-sign-aside') && (
        <Button variant="quiet" onPress={() => onAsk({ act: 'set-sign-aside' })}>
          It was not the owner
        </Button>
      )}
      {acts.includes('set-sign-aside') && releaseId && (
        <Button variant="danger" onPress={() => onAsk({ act: 'revoke', releaseId })}>
          Revoke the release
        </Button>
      )}
      {acts.includes('reject') && (
        <Button variant="quiet" className="border-rose text-rose" onPress={() => onAsk({ act: 'reject' })}>
          Reject <KeyHint>X</KeyHint>
        </Button>
      )}
    </>
  );
}
