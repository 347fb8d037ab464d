import type { TrustedPage } from '../shared/after-death/trusted-access.ts';
import { type Alone, mailComesBack, type Target } from './alone.ts';
import type { TestApp } from './app.ts';

/** Counted across all of them, so that a message to one does not count as a message to the next. */
let phones = 0;

/** Everything a trusted contact can do with their link, for everybody it names. */
export function contactActs(
  testApp: TestApp,
  { owner, nora, tom, contacts }: Target,
  alone: Alone,
  token: string,
): Record<string, () => Promise<unknown>> {
  const url = `/api/trusted/${token}`;
  const everybody = [nora, tom, ...contacts];
  const correct = async (changeOf: () => object) => {
    for (const { id } of everybody) {
      const { people } = (await alone.ask(undefined, { url })).json<TrustedPage>();
      const shown = people?.find((person) => person.id === id);
      if (!shown) continue;
      const { email, phone, mailingAddress } = shown;
      const seen = { email, phone, mailingAddress };
      const payload = { ...seen, ...changeOf(), seen };
      await alone.ask(undefined, { method: 'PUT', url: `${url}/people/${id}`, payload });
    }
  };
  const tellOfAll = async (payload: object) => {
    for (const { id } of everybody)
      await alone.ask(undefined, { method: 'POST', url: `${url}/people/${id}/changes`, payload });
  };
  const phone = () => {
    const number = `+1602555${String(1000 + ++phones).slice(-4)}`;
    alone.addresses.add(number);
    return number;
  };
  return {
    'looks at the page': () => alone.ask(undefined, { url }),
    'says that we should wait': () => answer('wait'),
    'says that the owner is alive': () => answer('alive'),
    'gives other emails': () => correct(() => ({ email: alone.address() })),
    'gives second emails': () => correct(() => ({ secondEmail: alone.address() })),
    'gives other numbers': () => correct(() => ({ phone: phone() })),
    'leaves only a number of theirs': () => correct(() => ({ email: '', phone: phone() })),
    'gives other postal addresses': () => correct(() => ({ mailingAddress: '1 Quay Street, Portland' })),
    'says that they have moved': () =>
      tellOfAll({ kind: 'moved', mailingAddress: '1 Quay Street, Portland' }),
    'says that they have another name': () =>
      tellOfAll({ kind: 'new_name', firstName: 'Mallory', lastName: 'Quay' }),
    'says that they are minors': () => tellOfAll({ kind: 'minor' }),
    'says that they look after all of them': () =>
      tellOfAll({ kind: 'minor', guardianId: contacts[0].id, birthday: '2020-02-29' }),
    'says that they have died': () => tellOfAll({ kind: 'died' }),
    'asks to hold': () => tellOfAll({ kind: 'hold' }),
    'takes back what they said': async () => {
      const { people } = (await alone.ask(undefined, { url })).json<TrustedPage>();
      for (const { id, changes } of people ?? [])
        for (const change of changes)
          await alone.ask(undefined, { method: 'DELETE', url: `${url}/people/${id}/changes/${change.id}` });
    },
    'the mail to Nora comes back': () => mailComesBack(testApp, { owner, nora } as Target),
  };

  function answer(what: string) {
    return alone.ask(undefined, { method: 'POST', url: `${url}/answer`, payload: { answer: what } });
  }
}
