import { useQuery } from '@tanstack/react-query';
import { UserRound } from 'lucide-react';
import { useState } from 'react';
import type { StaffMember } from '../../../shared/accounts/staff.ts';
import type { StaffDeathReport } from '../../../shared/after-death/staff-death-reports.ts';
import { fullNameOf } from '../../../shared/names.ts';
import { write } from '../../lib/api/request.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast.ts';
import { ActDialog } from '../console/act-dialog.tsx';
import { staffKey, useMe } from '../console/queries.ts';

/** Who looks after a report, with buttons to take it, pass it on or hand it back. Anybody may still act on it. */
export function Assignee({ report }: { report: StaffDeathReport }) {
  const me = useMe().data;
  const [dialog, setDialog] = useState<Giving>();
  if (!me) return null;
  const { id, assignee } = report;
  const isMine = assignee?.id === me.id;
  const give = (act: Giving['act']) => setDialog({ reportId: id, act, seen: assignee, myId: me.id });
  return (
    <section aria-label="Who looks after it" className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="flex items-center gap-2">
        <UserRound aria-hidden="true" className="size-5 flex-none text-ink-soft" strokeWidth={1.5} />
        {assignee ? (isMine ? 'You look after this' : `${assignee.name} looks after this`) : 'Nobody’s yet'}
      </p>
      <span className="flex flex-wrap gap-2">
        {!isMine && (
          <Button variant="quiet" size="small" onPress={() => give('take')}>
            {assignee ? 'Take it over' : 'Take it'}
          </Button>
        )}
        <Button variant="text" size="small" onPress={() => give('give')}>
          Give it to a colleague
        </Button>
        {assignee && (
          <Button variant="text" size="small" onPress={() => give('return')}>
            Hand it back
          </Button>
        )}
      </span>
      {dialog && <AssignDialog {...dialog} onClose={() => setDialog(undefined)} />}
    </section>
  );
}

export function AssigneeLine({ report: { assignee } }: { report: StaffDeathReport }) {
  const me = useMe().data;
  if (!assignee) return null;
  return (
    <span className="text-small text-ink-soft wrap-anywhere">
      {assignee.id === me?.id ? 'Yours' : `With ${assignee.name}`}
    </span>
  );
}

interface Giving {
  reportId: string;
  act: 'take' | 'give' | 'return';
  /** Who it was assigned to when the dialog opened. */
  seen: StaffDeathReport['assignee'];
  myId: string;
}

const texts = {
  take: { title: 'Take this report', reason: 'I look after it', done: 'It is yours now' },
  give: { title: 'Give this report to a colleague', reason: '', done: 'It is with them now' },
  return: { title: 'Hand this report back', reason: '', done: 'It is nobody’s now' },
} as const;

function AssignDialog({ reportId, act, seen, myId, onClose }: Giving & { onClose: () => void }) {
  const { data: staff = [] } = useQuery<StaffMember[]>({ queryKey: staffKey('staff') });
  const colleagues = staff.filter(({ id }) => id !== myId && id !== seen?.id);
  const [chosen, setChosen] = useState<string>();
  const colleague = chosen ?? colleagues[0]?.id;
  const { title, reason: usualReason, done } = texts[act];

  async function send(reason: string) {
    if (act === 'give' && !colleague) return;
    const assigneeId = { take: myId, give: colleague ?? null, return: null }[act];
    await write<StaffDeathReport>('PUT', `/api/admin/death-reports/${reportId}/assignee`, {
      reason,
      assigneeId,
      seen: { assigneeId: seen?.id ?? null },
    });
    toast({ title: done });
  }

  return (
    <ActDialog
      title={title}
      what="It says who answers when the family calls. Everybody may go on acting on it."
      initialReason={usualReason}
      send={send}
      onClose={onClose}
    >
      {() =>
        act === 'give' &&
        (colleagues.length === 0 ? (
          <p>There is nobody else to give it to.</p>
        ) : (
          <Select
            label="Colleague"
            value={colleague ?? ''}
            onChange={setChosen}
            options={colleagues.map((member) => ({ value: member.id, label: fullNameOf(member) }))}
          />
        ))
      }
    </ActDialog>
  );
}
