/** The fields of a request to Stripe: `items[0][price]=price_1` is `{ items: [{ price: 'price_1' }] }`. */
export interface Form {
  [name: string]: string | Form | undefined;
}

export class StripeRefusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly type: string;
  constructor(status: number, code: string, type = 'invalid_request_error') {
    super(code);
    this.status = status;
    this.code = code;
    this.type = type;
  }
}

export function parseForm(text: string): Form {
  const form: Form = {};
  for (const [path, value] of new URLSearchParams(text)) {
    const names = path.split(/[[\]]+/).filter((name) => name !== '');
    const last = names.pop() ?? '';
    let at = form;
    for (const name of names) {
      const inner = at[name];
      const next: Form = typeof inner === 'object' ? inner : {};
      at[name] = next;
      at = next;
    }
    at[last || String(Object.keys(at).length)] = value;
  }
  return form;
}

export function textIn(form: Form, ...path: string[]): string | undefined {
  const value = path.reduce<string | Form | undefined>(
    (at, name) => (typeof at === 'object' ? at[name] : undefined),
    form,
  );
  return typeof value === 'string' ? value : undefined;
}

export function formIn(form: Form, name: string): Form {
  const value = form[name];
  return typeof value === 'object' ? value : {};
}

export function textsOf(form: Form): Record<string, string> {
  return Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}
