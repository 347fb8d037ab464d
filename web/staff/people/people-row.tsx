import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { Link } from '../../ui/link.tsx';
import { useListKeys } from '../console/list-keys.tsx';

interface RowProps {
  id: string;
  name: string;
  email: string;
  children: ReactNode;
}

export function Row({ id, name, email, children }: RowProps) {
  return (
    <li className="border-t border-line first:border-t-0">
      <Link
        href={pathOf(id)}
        variant="plain"
        data-row={id}
        className="grid gap-x-4 gap-y-1 px-4 py-3 hover:bg-gold-wash focus-visible:-outline-offset-3 md:grid-cols-[minmax(0,1fr)_auto] md:px-6"
      >
        <span className="min-w-0">
          <span className="font-serif text-lead wrap-anywhere">{name}</span>
          <span className="block text-small wrap-anywhere text-ink-soft">{email}</span>
        </span>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 md:justify-end">{children}</span>
      </Link>
    </li>
  );
}

export function usePeopleKeys(ids: readonly string[]) {
  const [, navigate] = useLocation();
  return useListKeys({ ids, onOpen: (id) => navigate(pathOf(id)), isOff: false });
}

function pathOf(id: string): string {
  return `/admin/people/${id}`;
}
