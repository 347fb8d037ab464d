import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { StaffStanding } from '../../../shared/after-death/staff-standing.ts';
import { staffKey } from './queries.ts';

export interface ActsProps<Act extends string> {
  ownerId: string;
  acts: readonly Act[];
  /** Actions that everybody may take, because they give nobody anything. */
  openToAll?: readonly Act[];
  /** Actions that take two people: somebody who has only recently become staff cannot take them. */
  agreements?: readonly Act[];
  children: (act: Act, index: number) => ReactNode;
}

/** The actions on a record. If the server would refuse the reader, it says why instead. */
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

/** Undefined while loading. If it cannot be read, every action is offered: the server refuses in any case. */
export function useStanding(ownerId: string): StaffStanding | undefined {
  const { data, isError } = useQuery<StaffStanding>({ queryKey: staffKey('people', ownerId, 'standing') });
  return data ?? (isError ? { obstacle: null, agreementObstacle: null } : undefined);
}
