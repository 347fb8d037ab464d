import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Database } from '../server/platform/database.ts';
import { hashPassword } from '../server/platform/passwords.ts';
import type { PeopleList } from '../shared/staff/people.ts';
import { get, signIn } from './client.ts';
import { withDatabase } from './environments.ts';
import { type Benchmark, type Figure, interleave, milliseconds, ratio } from './harness.ts';
import { startProduct } from './programs.ts';
import { keeper } from './seed.ts';

const perPage = 20;
const pagesPerSearch = 5;
const lastNames = ['Okonjo', 'Alvarez', 'Brandt'];
/** What a member of staff types: the beginnings of names and addresses, then fragments from anywhere in them. */
const beginnings = ['okonjo', 'ruth alv', 'ruth.', 'ruth', 'Okonjo, R'];
const parts = ['konjo', 'alvarez@', 'uth alv', 'mail0.example', 'lvare'];

/** How each kind of search is measured; all of them query the same two products. */
const ways: readonly {
  name: string;
  makeReader: (url: string, fewRows: number) => Promise<() => Promise<number>>;
}[] = [
  { name: 'admin.people', makeReader: (url) => pageReader(url, beginnings) },
  { name: 'admin.people.parts', makeReader: (url) => pageReader(url, parts) },
  { name: 'admin.people.one', makeReader: oneReader },
];

export const adminPeople: Benchmark = {
  name: 'admin.people',
  about: `p50 of a page of ${perPage} people found by the beginning of a name or an address, by a part of one, and of one person by a part of the address: many accounts : few`,
  async run({ folder, fewRows, manyRows, quick }) {
    const products = [];
    for (const rows of [manyRows, fewRows])
      products.push(await startProduct({ DATA_DIR: await peopled(folder, rows) }));
    const figures: Figure[] = [];
    for (const { name, makeReader } of ways) {
      const [many, few] = await Promise.all(products.map(({ url }) => makeReader(url, fewRows)));
      if (!many || !few) throw new Error('Two environments are needed');
      await interleave(100, many, few);
      const pages = await interleave(quick ? 200 : 1500, many, few);
      figures.push(ratio(name, pages, { atMost: 1.5 }, `ms at ${manyRows} : ${fewRows} accounts`));
    }
    for (const product of products) await product.stop();
    return figures;
  },
};

/** Each call reads the next page of a search, or the first of the next one, and returns the milliseconds it took. */
async function pageReader(url: string, searches: readonly string[]): Promise<() => Promise<number>> {
  const headers = await signIn(url);
  let place: PeopleList['next'] = null;
  let read = 0;
  return () =>
    milliseconds(async () => {
      const q = searches[Math.floor(read / pagesPerSearch) % searches.length] ?? '';
      const query = new URLSearchParams({ q, limit: String(perPage), ...place });
      const { people, next } = await get<PeopleList>(`${url}/api/admin/people?${query}`, headers);
      if (people.length !== perPage) throw new Error(`A page of ${q} held ${people.length} people`);
      read += 1;
      place = read % pagesPerSearch === 0 ? null : next;
    });
}

/** Each call finds one person by the middle of their address, which nobody else has. */
async function oneReader(url: string, fewRows: number): Promise<() => Promise<number>> {
  const headers = await signIn(url);
  let n = 100;
  return () =>
    milliseconds(async () => {
      n = n + 1 < fewRows ? n + 1 : 100;
      const q = `.${n}.${lastNames[Math.floor(n / 3) % 3]?.toLowerCase()}`;
      const { people } = await get<PeopleList>(
        `${url}/api/admin/people?${new URLSearchParams({ q })}`,
        headers,
      );
      if (people.length !== 1) throw new Error(`${q} found ${people.length} people`);
    });
}

/** A data folder with this many accounts; the keeper is staff. */
async function peopled(folder: string, rows: number): Promise<string> {
  const dataDir = join(folder, `people-${rows}`);
  await withDatabase(dataDir, (db) => fill(db, rows));
  return dataDir;
}

/** There are so few names that each search fills its pages even with few accounts, and has a thousand times as many matches with many. */
async function fill(db: Database, rows: number): Promise<void> {
  const password = await hashPassword(keeper.password);
  await db.execute(sql`
    insert into users (id, email, password, first_name, last_name, is_admin, created_at, updated_at)
    values (uuidv7(), ${keeper.email}, ${password}, 'Agnes', 'Lind', true, now(), now())`);
  // Built in one go, the trigram index takes a tenth of the time.
  const { rows: indexes } = await db.execute<{ indexdef: string }>(
    sql`select indexdef from pg_indexes where indexname = 'users_by_part'`,
  );
  await db.execute(sql`drop index users_by_part`);
  await db.execute(sql`
    insert into users (id, email, password, first_name, last_name, created_at, updated_at)
    select uuidv7(), lower(first || '.' || n || '.' || last) || '@mail' || n % 9 || '.example', 'no password',
      first, last, now(), now()
    from (
      select n, (array['Ruth', 'Maya', 'Samuel'])[1 + n % 3] as first,
        (${sql.param(lastNames)}::text[])[1 + n / 3 % 3] as last
      from generate_series(1, ${rows}::int) n
    ) people`);
  for (const { indexdef } of indexes) await db.execute(sql.raw(indexdef));
  await db.execute(sql`vacuum analyze users`);
}
