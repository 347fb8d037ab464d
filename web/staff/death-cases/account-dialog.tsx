import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { StaffDeathReport, WarningAnswers } from '../../../shared/after-death/staff-death-reports.ts';
import { fullNameOf } from '../../../shared/names.ts';
import type { PeopleList } from '../../../shared/staff/people.ts';
import { RadioGroup } from '../../ui/choice-group.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { ActDialog } from '../console/act-dialog.tsx';
import { staffKey } from '../console/queries.ts';
import type { Proof } from './opened-proof.tsx';
import { chooseAccount } from './queries.ts';

export type Opening = { act: 'open-proof'; proof: Proof } | { act: 'read-evidence' };
export type Decision =
  | { act: 'approve'; answers: WarningAnswers }
  | { act: 'reject' }
  | { act: 'stop' }
  | { act: 'set-sign-aside' };

export type Asked = Opening | Decision | { act: 'choose-account' } | { act: 'revoke'; releaseId: string };

export interface ReportDialogProps {
  /** As it was when the dialog opened: the page behind it may change. */
  report: StaffDeathReport;
  asked: Asked;
  onOpened: (id: string, content: Blob | string) => void;
  onClose: () => void;
}

export function AccountDialog({ report, onClose }: Pick<ReportDialogProps, 'report' | 'onClose'>) {
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
        const { account } = await chooseAccount(report, userId, reason);
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
    queryKey: staffKey(`people?${new URLSearchParams({ q, limit: '10' })}`),
    enabled: q.length > 1,
  });
  return data?.people ?? [];
}
