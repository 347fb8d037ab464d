/** The keeper's own requests to the product, one after another on a connection that stays open. */
import { keeper } from './seed.ts';

export interface SignedInKeeper {
  authorization: string;
}

/** Signs the keeper in as the web page does. */
export async function signIn(url: string): Promise<SignedInKeeper> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(keeper),
  });
  if (answer.status !== 200) throw new Error(`Signing in answered ${answer.status}: ${await answer.text()}`);
  const { token } = (await answer.json()) as { token: string };
  return { authorization: `Bearer ${token}` };
}

/** A GET that must be answered with 200, read to its end. */
export async function get<Body>(url: string, headers: SignedInKeeper): Promise<Body> {
  const answer = await fetch(url, { headers: { ...headers } });
  const body = await answer.text();
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${body}`);
  return JSON.parse(body) as Body;
}
