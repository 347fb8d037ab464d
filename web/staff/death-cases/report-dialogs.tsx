import type { StaffDeathReport } from '../../../shared/after-death/staff-death-reports.ts';
import { ActDialog } from '../console/act-dialog.tsx';
import { ActionDialog, type ActionRequest } from '../console/action-dialog.tsx';
import { AccountDialog, type Decision, type Opening, type ReportDialogProps } from './account-dialog.tsx';
import { approvalWords, proofWords, wordsOf } from './labels.ts';
import { seenOf, viewOtherEvidence, viewProof } from './queries.ts';
import { RevokeDialog } from './revoke-dialog.tsx';

export function ReportDialog({ report, asked, onOpened, onClose }: ReportDialogProps) {
  switch (asked.act) {
    case 'choose-account':
      return <AccountDialog report={report} onClose={onClose} />;
    case 'revoke':
      return <RevokeDialog name={report.person.name} releaseId={asked.releaseId} onClose={onClose} />;
    case 'open-proof':
    case 'read-evidence':
      return <OpenDialog report={report} asked={asked} onOpened={onOpened} onClose={onClose} />;
    default:
      return <ActionDialog request={decisionOn(report, asked)} onClose={onClose} />;
  }
}

interface OpenDialogProps extends ReportDialogProps {
  asked: Opening;
}

function OpenDialog({ report, asked, onOpened, onClose }: OpenDialogProps) {
  const isFile = asked.act === 'open-proof';
  return (
    <ActDialog
      title={isFile ? `Open the ${proofWords[asked.proof.kind].toLowerCase()}` : 'Read the statement'}
      action={isFile ? 'Open' : 'Read'}
      what="That you looked at it, when, and why is recorded."
      send={async (reason) => {
        if (isFile) onOpened(asked.proof.id, await viewProof(report.id, asked.proof.id, reason));
        else onOpened(report.id, await viewOtherEvidence(report.id, reason));
      }}
      onClose={onClose}
    />
  );
}

function decisionOn(report: StaffDeathReport, asked: Decision): ActionRequest<StaffDeathReport> {
  const { id, person, reporter, stoppedAt } = report;
  const { name } = reporter;
  const to = (act: string, more: object = {}) => ({
    path: `death-reports/${id}/${act}`,
    body: { seen: seenOf(report), ...more },
  });
  switch (asked.act) {
    case 'approve': {
      const { title, action: button, what } = approvalWords(report);
      return {
        ...{ title, button, what, ...to('approvals', { warnings: asked.answers }) },
        done: (after) => ({ title: 'Verified', description: `${person.name}: ${wordsOf(after).label}` }),
      };
    }
    case 'reject':
      return {
        ...{ title: 'Reject the report', button: 'Reject', isDangerous: true, ...to('rejection') },
        what: `It ends here, and nothing goes out. ${name} gets our usual words by email, on the day that we promised.`,
        fields: [
          {
            ...{ kind: 'area', name: 'note', label: `Note to ${name}`, isOptional: true },
            description:
              'Only what they need beyond our usual words, kind and plain. It must not tell whether there is an account or a sign of life.',
          },
        ],
        done: () => ({ title: 'Rejected', description: `${name} is told on the day that we promised.` }),
      };
    case 'stop':
      return {
        ...{ title: 'Stop the objection window', button: 'Stop it', cancel: 'Let it go on', ...to('stop') },
        what: `The case is before us again, and nothing goes out. ${person.name}’s trusted contacts are told that we look into it.`,
        done: () => ({ title: 'The window is stopped', description: person.name }),
      };
    case 'set-sign-aside':
      return {
        ...{ title: 'The release stands', ...to('sign-set-aside', { stoppedAt }) },
        what: `You have found that it was not ${person.name} who answered. What they left goes on as before. Another sign of life comes back here.`,
        done: () => ({ title: 'The release stands', description: person.name }),
      };
  }
}
