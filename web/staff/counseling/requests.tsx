import { useState } from 'react';
import { therapyRequestStatuses } from '../../../shared/care/session-catalogue.ts';
import type {
  StaffRequestAct,
  StaffTherapyRequest,
  StaffTherapyRequestList,
} from '../../../shared/care/staff-therapy-requests.ts';
import { Select } from '../../ui/select.tsx';
import { FindForm } from '../console/filters.tsx';
import { ListKeysHelp, useListKeys } from '../console/list-keys.tsx';
import { useStaffList } from '../console/queries.ts';
import { QueueList, StaffPage } from '../console/queue-page.tsx';
import { RequestActDialog } from './request-act-dialog.tsx';
import { RequestRow } from './request-row.tsx';
import { requestWords } from './words.ts';

const filterNames = ['status', 'owner'] as const;
const placeNames = ['afterSince', 'after'] as const;

/** Requests for another time, the oldest that waits first. */
export function TherapyRequestsPage() {
  const { list, filters, narrow, paging } = useStaffList<
    StaffTherapyRequestList,
    (typeof filterNames)[number],
    (typeof placeNames)[number]
  >('therapy-requests', { filters: filterNames, places: placeNames });
  const { requests = [] } = list.data ?? {};
  const [openId, setOpenId] = useState<string>();
  const [acting, setActing] = useState<{ request: StaffTherapyRequest; act: StaffRequestAct | 'notes' }>();
  const toggle = (id: string) => setOpenId((open) => (open === id ? undefined : id));
  const keys = useListKeys({
    ids: requests.map(({ id }) => id),
    onOpen: toggle,
    keys: [
      {
        key: 'n',
        label: 'answer',
        act: (focused) => {
          const request = requests.find(({ id }) => id === focused);
          if (request?.acts.includes('answer')) setActing({ request, act: 'answer' });
        },
      },
    ],
    isOff: acting !== undefined,
  });

  return (
    <StaffPage title="Requests for another time" description="Owners for whom none of our times work.">
      <QueueList
        noun="requests"
        list={list}
        isEmpty={requests.length === 0}
        empty={{
          title: 'Nothing is waiting',
          description: 'Everybody who asked for another time has an answer.',
        }}
        filters={
          <FindForm
            label="Owner"
            text={filters.owner ?? ''}
            onFind={(owner) => narrow({ ...filters, owner })}
          >
            <Select
              label="Status"
              value={filters.status ?? 'pending'}
              onChange={(status) => narrow({ ...filters, status })}
              options={statuses}
            />
          </FindForm>
        }
        paging={paging}
      >
        {requests.map((request) => (
          <RequestRow
            key={request.id}
            request={request}
            isOpen={request.id === openId}
            onToggle={() => toggle(request.id)}
            onAct={(act) => setActing({ request, act })}
          />
        ))}
      </QueueList>
      <ListKeysHelp {...keys} />
      {acting && <RequestActDialog {...acting} onClose={() => setActing(undefined)} />}
    </StaffPage>
  );
}

const statuses = therapyRequestStatuses.map((status) => ({
  value: status as string,
  label: requestWords[status].label,
}));
