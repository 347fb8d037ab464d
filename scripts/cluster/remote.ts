import { sql } from 'drizzle-orm';
import type { InjectOptions, LightMyRequestResponse as InjectResponse } from 'fastify';
import type { App } from '../../server/platform/context.ts';
import type { Database } from '../../server/platform/database.ts';
import type { SignedIn } from '../../shared/accounts/sign-in.ts';
import { type Person, registration } from '../../test/factories.ts';

/** Calls a process, or the proxy, over HTTP, for the tests' functions that create people. */
export function remoteApp(address: string): App {
  const inject = async ({ method = 'GET', url, headers, payload, cookies = {} }: InjectOptions) => {
    const isRaw = payload === undefined || typeof payload === 'string' || Buffer.isBuffer(payload);
    const cookie = Object.entries(cookies).map(([name, value]) => `${name}=${value}`);
    const answer = await fetch(`${address}${String(url)}`, {
      method,
      headers: {
        ...(headers as Record<string, string>),
        ...(!isRaw && { 'content-type': 'application/json' }),
        ...(cookie.length > 0 && { cookie: cookie.join('; ') }),
      },
      ...(payload !== undefined && {
        body: isRaw ? new Uint8Array(Buffer.from(payload as string)) : JSON.stringify(payload),
      }),
    });
    const body = await answer.text();
    return {
      statusCode: answer.status,
      headers: Object.fromEntries(answer.headers),
      body,
      json: () => JSON.parse(body),
      cookies: answer.headers.getSetCookie().flatMap((text) => {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
        return name && value !== undefined ? [{ name, value }] : [];
      }),
    };
  };
  return { inject } as unknown as App;
}

/** The same person at another process: their session is the same. */
export function at(
  address: string,
  { user, token, cookies }: Pick<Person, 'user' | 'token' | 'cookies'>,
): Person {
  const app = remoteApp(address);
  const request = (options: InjectOptions): Promise<InjectResponse> =>
    app.inject({ ...options, headers: { ...options.headers, authorization: `Bearer ${token}` } });
  return { user, token, cookies, request };
}

/** Registers somebody with a confirmed email address, on the largest plan as if they had paid for it. */
export async function register(address: string, db: Database): Promise<Person & { email: string }> {
  const payload = registration();
  const answer = await remoteApp(address).inject({ method: 'POST', url: '/api/auth/register', payload });
  if (answer.statusCode !== 201) throw new Error(`Registering answered ${answer.statusCode}: ${answer.body}`);
  const { user, token } = answer.json<SignedIn>();
  await db.execute(
    sql`update users set subscription_plan = 'premium', email_verified_at = now() where id = ${user.id}`,
  );
  return { ...at(address, { user, token, cookies: {} }), email: payload.email };
}
