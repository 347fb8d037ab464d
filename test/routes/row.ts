import type { InjectOptions, LightMyRequestResponse as InjectResponse } from 'fastify';
import type { TestApp } from '../app.ts';
import type { Person } from '../factories.ts';

/** Stands in whatever the owner of a scene keeps, so that it can be told in anybody's answer. */
export const ownersMark = 'known-to-the-owner-alone';

/** A person whose things are asked for; each question has an owner of its own. */
export interface Scene {
  testApp: TestApp;
  owner: Person;
}

/** What is asked, and by what the owner is known. */
export interface Question {
  /** For the `:names` in the route's path. */
  params?: Readonly<Record<string, string>>;
  payload?: object | Buffer;
  /** What the route needs in its query. */
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  /** Another token than the first one of the owner, or cookies that only the rightful person has. */
  own?: { token?: string; cookies?: Record<string, string> };
  /** The answer does not end by itself. */
  endless?: true;
}

/** Whose request it is: nobody's, of somebody else who is signed in, or the owner's. */
export type Role = 'nobody' | 'somebody else' | 'the owner';

export interface RouteRow {
  statuses: Readonly<Record<Role, number>>;
  /** Makes what is asked for. */
  ask: (scene: Scene) => Promise<Question>;
  /** It asks for a sign-in or a password of the last minutes. */
  fresh?: true;
}

/** By route, as `PATCH /api/memories/:id`. */
export type RouteRows = Readonly<Record<string, RouteRow>>;

/** One row: the status for nobody, for somebody else who asks for the same, and for the owner. */
export function row(
  nobody: number,
  somebodyElse: number,
  owner: number,
  ask: (scene: Scene) => Promise<Question> | Question = () => ({}),
): RouteRow {
  return {
    statuses: { nobody, 'somebody else': somebodyElse, 'the owner': owner },
    ask: async (scene) => ask(scene),
  };
}

/** A route whose path is `params` filled in. */
export function requestOf(route: string, { params = {}, payload, query, headers }: Question): InjectOptions {
  const [method = '', path = ''] = route.split(' ');
  const url = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  return {
    method: method as NonNullable<InjectOptions['method']>,
    url,
    ...(headers && { headers }),
    ...(payload && { payload }),
    ...(query && { query }),
  };
}

/** Asks with a token, or without; of an answer without end only its beginning is read. */
export async function askAs(
  { app }: TestApp,
  request: InjectOptions,
  {
    token,
    cookies,
    endless = false,
  }: { token?: string | undefined; cookies?: Record<string, string>; endless?: boolean },
): Promise<InjectResponse> {
  const headers = { ...request.headers, ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await app.inject({
    ...request,
    headers,
    ...(cookies && { cookies }),
    payloadAsStream: endless,
  });
  if (endless) answer.stream().destroy();
  return answer;
}
