import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import type { StaffMember } from '../../../shared/accounts/staff.ts';
import { fullNameOf } from '../../../shared/names.ts';
import { plans } from '../../../shared/plans.ts';
import type { PeopleList, PersonFound } from '../../../shared/staff/people.ts';
import { dateOf } from '../console/format.ts';
import { ListKeysHelp } from '../console/list-keys.tsx';
import { staffKey, useStaffList } from '../console/queries.ts';
import { QueueList, StaffPage } from '../console/queue-page.tsx';
import { Row, usePeopleKeys } from './people-row.tsx';
import { PersonBadges } from './person-badges.tsx';
import { RoleChanges } from './role-changes.tsx';

export { FindPerson } from './find-person.tsx';

const filterNames = ['q'] as const;
const placeNames = ['by', 'afterText', 'after'] as const;

export function PeoplePage() {
  const [search] = useSearchParams();
  return search.get('q') ? <Found /> : <Staff />;
}

function Found() {
  const { list, filters, paging } = useStaffList<
    PeopleList,
    (typeof filterNames)[number],
    (typeof placeNames)[number]
  >('people', { filters: filterNames, places: placeNames });
  const { people = [] } = list.data ?? {};
  const keys = usePeopleKeys(people.map(({ id }) => id));
  return (
    <StaffPage title="People" description={`Names and addresses with “${filters.q}” in them.`}>
      <QueueList
        noun="people"
        list={list}
        isEmpty={people.length === 0}
        empty={{
          title: 'Nobody found',
          description:
            'Try any part of a name or of the email address. With fewer than three letters, only what begins with them is found.',
        }}
        paging={paging}
      >
        {people.map((person) => (
          <Row key={person.id} id={person.id} name={fullNameOf(person)} email={person.email}>
            <PersonBadges person={person} />
            <About person={person} />
          </Row>
        ))}
      </QueueList>
      <ListKeysHelp {...keys} />
    </StaffPage>
  );
}

function About({ person }: { person: PersonFound }) {
  return (
    <span className="text-small text-ink-soft tabular-nums">
      {plans[person.subscriptionPlan].name}, since {dateOf(person.createdAt)}
    </span>
  );
}

function Staff() {
  const list = useQuery<StaffMember[]>({ queryKey: staffKey('staff') });
  const { data: staff = [] } = list;
  const keys = usePeopleKeys(staff.map(({ id }) => id));
  return (
    <StaffPage
      title="People"
      description="Find somebody by any part of a name or email address, in the box above. You see the account, never what is kept in it."
    >
      <RoleChanges />
      <h2 className="mb-3 text-title">Who is staff</h2>
      <QueueList noun="staff" list={list} isEmpty={staff.length === 0} empty={{ title: 'Nobody is staff' }}>
        {staff.map(({ id, email, twoFactorEnabled, ...person }) => (
          <Row key={id} id={id} name={fullNameOf(person)} email={email}>
            <span className="text-small text-ink-soft">
              {twoFactorEnabled ? 'Signs in with a code' : 'Signs in without a code'}
            </span>
          </Row>
        ))}
      </QueueList>
      <ListKeysHelp {...keys} />
    </StaffPage>
  );
}
