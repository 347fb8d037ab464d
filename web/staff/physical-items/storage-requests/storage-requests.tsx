import { useState } from 'react';
import type {
  StaffRequestAct,
  StaffStorageRequest,
  StaffStorageRequestList,
} from '../../../../shared/keepsakes/staff-storage-requests.ts';
import type { StorageRequestStatus } from '../../../../shared/keepsakes/storage-requests.ts';
import { TodoFilters } from '../../console/filters.tsx';
import { ListKeysHelp, useListKeys } from '../../console/list-keys.tsx';
import { useStaffList } from '../../console/queries.ts';
import { QueueList, StaffPage } from '../../console/queue-page.tsx';
import { RequestActDialog } from './request-act-dialog.tsx';
import { RequestRow } from './request-row.tsx';
import { statusWords } from './words.ts';

const filterNames = ['status', 'minAgeHours', 'owner'] as const;
const placeNames = ['afterRank', 'afterSince', 'after'] as const;

/** What owners want to send us, first what nobody has answered. */
export function StorageRequestsPage() {
  const { list, filters, narrow, paging } = useStaffList<
    StaffStorageRequestList,
    (typeof filterNames)[number],
    (typeof placeNames)[number]
  >('physical-storage-requests', { filters: filterNames, places: placeNames });
  const { requests = [] } = list.data ?? {};
  const [openId, setOpenId] = useState<string>();
  const [acting, setActing] = useState<{ request: StaffStorageRequest; act: StaffRequestAct }>();
  const toggle = (id: string) => setOpenId((open) => (open === id ? undefined : id));
  const keys = useListKeys({
    ids: requests.map(({ id }) => id),
    onOpen: toggle,
    isOff: acting !== undefined,
  });

  return (
    <StaffPage title="Storage requests" description="Unanswered requests come first.">
      <QueueList
        noun="requests"
        list={list}
        isEmpty={requests.length === 0}
        empty={{
          title: 'Nothing is waiting',
          description: 'Every request to send something has an answer.',
        }}
        filters={
          <TodoFilters name="status" label="Status" options={statuses} filters={filters} onChange={narrow} />
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

const statuses = (Object.keys(statusWords) as StorageRequestStatus[]).map((status) => ({
  value: status,
  label: statusWords[status].label,
}));
