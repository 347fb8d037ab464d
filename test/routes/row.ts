import type { InjectOptions, LightMyRequestResponse as InjectResponse } from 'fastify';
import type { TestApp } from '../app.ts';
import type { Person } from '../factories.ts';

/** Part of everything that the owner of a scene keeps, so that it can be recognised in anybody's response. */
export const ownersMark = 'known-to-the-owner-alone';

/** A person whose things are requested; each question has an owner of its own. */
export interface Scene {
  testApp: TestApp;
  owner: Person;
}

/** The request, and what identifies the owner. */
export interface Question {
  /** Values for the `:names` in the route's path. */
  params?: Readonly<Record<string, string>>;
  payload?: object | Buffer;
  /** What the route needs in its query. */
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  /** A token other than the owner's first one, or cookies that only the rightful person has. */
  own?: { token?: string; cookies?: Record<string, string> };
  /** The response does not end by itself. */
  endless?: true;
}

/** Whose request it is: nobody's, that of somebody else who is signed in, or the owner's. */
export type Role = 'nobody' | 'somebody else' | 'the owner';

export interface RouteRow {
  statuses: Readonly<Record<Role, number>>;
  /** Creates what is requested. */
  ask: (scene: Scene) => Promise<Question>;
  /** It needs a sign-in or a password from the last few minutes. */
  fresh?: true;
}

/** By route, as `PATCH /api/memories/:id`. */
export type RouteRows = Readonly<Record<string, RouteRow>>;

/** One row: the status for nobody, for somebody else who requests the same, and for the owner. */
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

/** A route with `params` filled into its path. */
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

/** Requests with or without a token; only the beginning of an endless response is read. */
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
