import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { StaffDeathReport, WarningAnswers } from '../../../shared/after-death/staff-death-reports.ts';
import { fullNameOf } from '../../../shared/full-name.ts';
import type { PeopleList } from '../../../shared/staff/people.ts';
import { read } from '../../lib/api/request.ts';
import { RadioGroup } from '../../ui/choice-group.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { ActDialog } from '../console/act-dialog.tsx';
import { staffKey } from '../console/queries.ts';
import { approvalWords, proofWords, wordsOf } from './labels.ts';
import type { Proof } from './proofs.tsx';
import { sendDecision, viewOtherEvidence, viewProof } from './queries.ts';
import { RevokeDialog } from './revoke-dialog.tsx';

/** What somebody is about to do. */
export type Asked =
  | { act: 'approve'; answers: WarningAnswers }
  | { act: 'reject' | 'choose-account' | 'stop' | 'set-sign-aside' | 'read-evidence' }
  | { act: 'open-proof'; proof: Proof }
  | { act: 'revoke'; releaseId: string };

interface ReportDialogProps {
  /** As it was when the dialog opened: what is on the page may change behind it. */
  report: StaffDeathReport;
  asked: Asked;
  onOpened: (id: string, content: Blob | string) => void;
  onClose: () => void;
}

export function ReportDialog({ report, asked, onOpened, onClose }: ReportDialogProps) {
  const { act } = asked;
  if (act === 'approve') return <ApproveDialog report={report} answers={asked.answers} onClose={onClose} />;
  if (act === 'reject') return <RejectDialog report={report} onClose={onClose} />;
  if (act === 'choose-account') return <AccountDialog report={report} onClose={onClose} />;
  if (act === 'set-sign-aside') return <SetAsideDialog report={report} onClose={onClose} />;
  if (act === 'revoke')
    return <RevokeDialog name={report.person.name} releaseId={asked.releaseId} onClose={onClose} />;
  if (act === 'stop') return <StopDialog report={report} onClose={onClose} />;
  const isFile = act === 'open-proof';
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

type DecisionProps = Pick<ReportDialogProps, 'report' | 'onClose'>;

function ApproveDialog({ report, answers, onClose }: DecisionProps & { answers: WarningAnswers }) {
  return (
    <ActDialog
      {...approvalWords(report)}
      send={async (reason) => {
        const after = await sendDecision(report, 'approvals', { reason, warnings: answers });
        toast({ title: 'Verified', description: `${report.person.name}: ${wordsOf(after).label}` });
      }}
      onClose={onClose}
    />
  );
}

function RejectDialog({ report, onClose }: DecisionProps) {
  const [note, setNote] = useState('');
  const { name } = report.reporter;
  return (
    <ActDialog
      title="Reject the report"
      action="Reject"
      isDangerous
      what={`It ends here, and nothing goes out. ${name} gets our usual words by email, on the day that we promised.`}
      send={async (reason) => {
        await sendDecision(report, 'rejection', { reason, note });
        toast({ title: 'Rejected', description: `${name} is told on the day that we promised.` });
      }}
      onClose={onClose}
    >
      {(errors) => (
        <TextArea
          label={`Note to ${name}`}
          description="Only what they need beyond our usual words, kind and plain. It must not tell whether there is an account or a sign of life."
          isOptional
          rows={3}
          value={note}
          onChange={setNote}
          error={errors['note']}
        />
      )}
    </ActDialog>
  );
}

function StopDialog({ report, onClose }: DecisionProps) {
  return (
    <ActDialog
      title="Stop the objection window"
      action="Stop it"
      cancel="Let it go on"
      what={`The case is before us again, and nothing goes out. ${report.person.name}’s trusted contacts are told that we look into it.`}
      send={async (reason) => {
        await sendDecision(report, 'stop', { reason });
        toast({ title: 'The window is stopped', description: report.person.name });
      }}
      onClose={onClose}
    />
  );
}

function SetAsideDialog({ report, onClose }: DecisionProps) {
  const { person, stoppedAt } = report;
  return (
    <ActDialog
      title="The release stands"
      action="The release stands"
      what={`You have found that it was not ${person.name} who answered. What they left goes on as before. Another sign of life comes back here.`}
      send={async (reason) => {
        await sendDecision(report, 'sign-set-aside', { reason, stoppedAt });
        toast({ title: 'The release stands', description: person.name });
      }}
      onClose={onClose}
    />
  );
}

function AccountDialog({ report, onClose }: DecisionProps) {
  const { person } = report;
  const [text, setText] = useState(person.email ?? person.name);
  const [userId, setUserId] = useState('');
  const found = usePeople(text);
  return (
    <ActDialog
      title="Choose the account"
      action="Choose it"
      what={`Whose account is it? Its owner is asked at once whether they are alive.`}
      send={async (reason) => {
        const { account } = await sendDecision(report, 'account', { reason, userId });
        toast({ title: 'The account is chosen', description: account?.email ?? '' });
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <TextField
            label="Name or email"
            description="The beginning is enough"
            autoComplete="off"
            value={text}
            onChange={setText}
          />
          {found.length > 0 ? (
            <RadioGroup
              label="Account"
              isRequired
              isScrollable
              value={userId}
              onChange={setUserId}
              choices={found.map((person) => ({
                value: person.id,
                label: fullNameOf(person),
                description: person.email,
              }))}
              error={errors['userId'] && 'Please choose the account'}
            />
          ) : (
            <p role="status" className="text-small text-ink-soft">
              No account is found.
            </p>
          )}
        </>
      )}
    </ActDialog>
  );
}

function usePeople(text: string) {
  const q = useDeferredValue(text.trim());
  const { data } = useQuery<PeopleList>({
    queryKey: staffKey('people', { q, limit: 10 }),
    queryFn: ({ signal }) =>
      read<PeopleList>(`/api/admin/people?${new URLSearchParams({ q, limit: '10' })}`, { signal }),
    enabled: q.length > 1,
  });
  return data?.people ?? [];
}
