import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RoleChangeAct, StaffRoleChange } from '../../../shared/accounts/staff.ts';
import { Card } from '../../ui/card.tsx';
import { Link } from '../../ui/link.tsx';
import { ActionDialog, type ActionRequest } from '../console/action-dialog.tsx';
import { Facts } from '../console/facts.tsx';
import { momentOf } from '../console/format.ts';
import { staffKey } from '../console/queries.ts';
import { RowButtons } from '../console/row-buttons.tsx';

interface Acting {
  /** As it was when the dialog opened: the page behind it may change. */
  change: StaffRoleChange;
  act: RoleChangeAct;
}

/** Proposed changes of the staff role that a second member of staff has to confirm; nothing if there are none. */
export function RoleChanges() {
  const { data: changes = [] } = useQuery<StaffRoleChange[]>({ queryKey: staffKey('staff-role-changes') });
  const [acting, setActing] = useState<Acting>();
  return (
    <>
      {changes.length > 0 && (
        <section className="mb-6 grid gap-3">
          <h2 className="text-title">To confirm</h2>
          {changes.map((change) => (
            <Proposal key={change.id} change={change} onAct={(act) => setActing({ change, act })} />
          ))}
        </section>
      )}
      {acting && <ActionDialog request={requestOf(acting)} onClose={() => setActing(undefined)} />}
    </>
  );
}

function Proposal({ change, onAct }: { change: StaffRoleChange; onAct: (act: RoleChangeAct) => void }) {
  const { person, kind, proposedBy, proposedAt, reason, openUntil, acts } = change;
  return (
    <Card className="grid gap-4">
      <h3 className="font-serif text-lead wrap-anywhere">
        {kind === 'grant' ? 'Make' : 'Take the staff role from'}{' '}
        <Link href={`/admin/people/${person.id}`}>{person.name}</Link>
        {kind === 'grant' && ' staff'}
      </h3>
      <Facts
        facts={[
          ['Email address', person.email],
          ['Proposed', `${momentOf(proposedAt)}, by ${proposedBy ?? 'an account that is gone'}`],
          ['Why', reason],
          ['Open until', momentOf(openUntil)],
        ]}
      />
      {acts.length === 0 && (
        <p className="text-small text-ink-soft">Somebody else of us has to confirm it.</p>
      )}
      {acts.length > 0 && (
        <RowButtons
          buttons={acts.map((action) => ({
            action,
            label: labels[action].button,
            variant: action === 'confirm' ? 'primary' : 'quiet',
          }))}
          onAct={onAct}
        />
      )}
    </Card>
  );
}

function requestOf({ change, act }: Acting): ActionRequest {
  const { title, button, done, what } = labels[act];
  const { id, person, kind } = change;
  const { email, isAdmin, suspendedAt, deletionRequestedAt } = person;
  return {
    ...{ title, button, what: what(change), isDangerous: act === 'confirm' && kind === 'withdrawal' },
    path: `staff-role-changes/${id}/${act}`,
    body: { seen: { email, isAdmin, suspendedAt, deletionRequestedAt } },
    done: () => ({ title: done, description: person.name }),
  };
}

interface ActLabels {
  button: string;
  title: string;
  what: (change: StaffRoleChange) => string;
  done: string;
}

const labels: Record<RoleChangeAct, ActLabels> = {
  confirm: {
    button: 'Confirm',
    title: 'Confirm the proposal',
    what: ({ kind, person }) =>
      kind === 'grant'
        ? `${person.name} will see every account and queue, and in a week can help to verify a death. Ask whoever proposed it, in person or by phone, whether it was really them.`
        : `${person.name} is signed out and no longer sees anything of others. Their own account stays as it is.`,
    done: 'It is confirmed',
  },
  refuse: {
    button: 'Refuse',
    title: 'Refuse the proposal',
    what: ({ person }) => `${person.name} does not become staff. All of us are told by email.`,
    done: 'It is refused',
  },
  'take-back': {
    button: 'Take it back',
    title: 'Take back your proposal',
    what: ({ person }) => `Nothing changes for ${person.name}. All of us are told by email.`,
    done: 'It is taken back',
  },
};
