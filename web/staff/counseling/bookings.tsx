import { useState } from 'react';
import {
  type BookingRank,
  bookingRanks,
  type StaffBooking,
  type StaffBookingList,
} from '../../../shared/care/staff-counselor-bookings.ts';
import { Select } from '../../ui/select.tsx';
import { everything, FindForm } from '../console/filters.tsx';
import { ListKeysHelp, useListKeys } from '../console/list-keys.tsx';
import { useStaffList } from '../console/queries.ts';
import { QueueList, StaffPage } from '../console/queue-page.tsx';
import { BookingActDialog } from './booking-act-dialog.tsx';
import { BookingRow } from './booking-row.tsx';
import { type BookingAct, rankWords } from './words.ts';

const filterNames = ['rank', 'owner'] as const;
const placeNames = ['afterRank', 'afterStart', 'after'] as const;

/** The queue of counseling sessions, first what is to be confirmed. */
export function BookingsPage() {
  const { list, filters, narrow, paging } = useStaffList<
    StaffBookingList,
    (typeof filterNames)[number],
    (typeof placeNames)[number]
  >('counselor-bookings', { filters: filterNames, places: placeNames });
  const { bookings = [] } = list.data ?? {};
  const [openId, setOpenId] = useState<string>();
  const [acting, setActing] = useState<{ booking: StaffBooking; act: BookingAct }>();
  const toggle = (id: string) => setOpenId((open) => (open === id ? undefined : id));
  const keys = useListKeys({
    ids: bookings.map(({ id }) => id),
    onOpen: toggle,
    keys: [
      {
        key: 'n',
        label: 'next step',
        act: (focused) => {
          const booking = bookings.find(({ id }) => id === focused);
          const act = booking?.acts.find((each) => each !== 'cancel');
          if (booking && act) setActing({ booking, act });
        },
      },
    ],
    isOff: acting !== undefined,
  });

  return (
    <StaffPage title="Counseling" description="Sessions that are paid for but not confirmed come first.">
      <QueueList
        noun="sessions"
        list={list}
        isEmpty={bookings.length === 0}
        empty={{ title: 'Nothing is waiting', description: 'Every session that was paid for is confirmed.' }}
        filters={<Filters filters={filters} onChange={narrow} />}
        paging={paging}
      >
        {bookings.map((booking) => (
          <BookingRow
            key={booking.id}
            booking={booking}
            isOpen={booking.id === openId}
            onToggle={() => toggle(booking.id)}
            onAct={(act) => setActing({ booking, act })}
          />
        ))}
      </QueueList>
      <ListKeysHelp {...keys} />
      {acting && <BookingActDialog {...acting} onClose={() => setActing(undefined)} />}
    </StaffPage>
  );
}

type Values = Partial<Record<(typeof filterNames)[number], string>>;
const ranks = [
  { value: everything, label: 'Not done' },
  ...bookingRanks.map((rank: BookingRank) => ({ value: rank, label: rankWords[rank].label })),
];

function Filters({ filters, onChange }: { filters: Values; onChange: (filters: Values) => void }) {
  return (
    <FindForm label="Owner" text={filters.owner ?? ''} onFind={(owner) => onChange({ ...filters, owner })}>
      <Select
        label="Status"
        value={filters.rank ?? everything}
        onChange={(rank) => onChange({ ...filters, rank: rank === everything ? '' : rank })}
        options={ranks}
      />
    </FindForm>
  );
}
