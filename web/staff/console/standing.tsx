import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { StaffStanding } from '../../../shared/after-death/staff-standing.ts';
import { staffKey } from './queries.ts';

interface ActsProps<Act extends string> {
  /** Whose things they are about. */
  ownerId: string;
  acts: readonly Act[];
  /** What anybody may do, since it gives nothing to anyone. */
  openToAll?: readonly Act[];
  /** What takes two, so that somebody who has just become staff cannot do it yet. */
  agreements?: readonly Act[];
  /** The button of an act. */
  children: (act: Act, index: number) => ReactNode;
}

/** What can be done with a record. In place of what the server would refuse to whoever looks, it says why. */
export function Acts<Act extends string>(props: ActsProps<Act>) {
  const { ownerId, acts, openToAll = [], agreements = [], children } = props;
  const standing = useStanding(ownerId);
  const refusalOf = (act: Act) => {
    if (!standing || openToAll.includes(act)) return null;
    return standing.obstacle ?? (agreements.includes(act) ? standing.agreementObstacle : null);
  };
  const refusals = [...new Set(acts.flatMap((act) => refusalOf(act) ?? []))];
  const offered = acts.filter((act) => (standing ? !refusalOf(act) : openToAll.includes(act)));
  if (acts.length === 0) return null;
  return (
    <div className="grid min-h-11 gap-3">
      {refusals.map((refusal) => (
        <p key={refusal} role="status" className="flex gap-2.5 font-medium">
          <CircleAlert aria-hidden="true" className="mt-1 size-5 flex-none text-gold" strokeWidth={1.5} />
          {refusal}
        </p>
      ))}
      {offered.length > 0 && <div className="flex flex-wrap gap-3">{offered.map(children)}</div>}
    </div>
  );
}

/** Undefined until it is known. Where it cannot be read everything is offered: the server refuses it all the same. */
function useStanding(ownerId: string): StaffStanding | undefined {
  const { data, isError } = useQuery<StaffStanding>({ queryKey: staffKey('people', ownerId, 'standing') });
  return data ?? (isError ? { obstacle: null, agreementObstacle: null } : undefined);
}
