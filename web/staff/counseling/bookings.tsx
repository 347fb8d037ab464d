import {
  bookingRanks,
  type StaffBooking,
  type StaffBookingList,
} from '../../../shared/care/staff-counselor-bookings.ts';
import { Select } from '../../ui/select.tsx';
import { everything, type FilterProps, FindForm } from '../console/filters.tsx';
import { Queue } from '../console/queue.tsx';
import { BookingDialog } from './booking-dialog.tsx';
import { rowOf } from './booking-row.tsx';
import { type BookingAct, rankLabels } from './labels.ts';

const filterNames = ['rank', 'owner'] as const;
type BookingFilter = (typeof filterNames)[number];

/** The queue of counseling sessions, first what is to be confirmed. */
export function BookingsPage() {
  return (
    <Queue<StaffBooking, StaffBookingList, BookingAct, BookingFilter>
      path="counselor-bookings"
      title="Counseling"
      description="Sessions that are paid for but not confirmed come first."
      noun="sessions"
      empty={{ title: 'Nothing is waiting', description: 'Every session that was paid for is confirmed.' }}
      itemsOf={({ bookings }) => bookings}
      placeNames={['afterRank', 'afterStart', 'after']}
      filterNames={filterNames}
      filters={(props) => <Filters {...props} />}
      row={rowOf}
      dialog={(acting) => <BookingDialog {...acting} />}
      keys={[{ key: 'n', label: 'next step', actionOf: ({ acts }) => acts.find((act) => act !== 'cancel') }]}
    />
  );
}

const ranks = [
  { value: everything, label: 'Not done' },
  ...bookingRanks.map((rank) => ({ value: rank, label: rankLabels[rank].label })),
];

function Filters({ filters, onChange }: FilterProps<BookingFilter>) {
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
