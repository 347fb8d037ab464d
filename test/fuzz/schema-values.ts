import fc, { type Arbitrary } from 'fast-check';

/** A JSON Schema, as far as the API description uses it. */
export interface Schema {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
}

/** Things that exist, so that a request gets further than "not found". */
export interface Known {
  ids: readonly string[];
  /** The tokens of links. */
  tokens: readonly string[];
  emails: readonly string[];
}

/** Values that fit the schema, or nearly: now and then a field has any value at all. */
export function valuesOf(schema: Schema, known: Known): Arbitrary<unknown> {
  return fc.oneof({ weight: 9, arbitrary: fitting(schema, known) }, { weight: 1, arbitrary: fc.jsonValue() });
}

function fitting(schema: Schema, known: Known): Arbitrary<unknown> {
  const of = (one: Schema) => valuesOf(one, known);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.length > 0 ? fc.oneof(...choices.map(of)) : fc.jsonValue();
  if (schema.allOf)
    return fc
      .tuple(...schema.allOf.map((one) => fitting(one, known)))
      .map((all) => Object.assign({}, ...all));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  const types = [schema.type ?? []].flat();
  return types.length === 0 ? fc.jsonValue() : fc.oneof(...types.map((type) => ofType(type, schema, known)));
}

function ofType(type: string, schema: Schema, known: Known): Arbitrary<unknown> {
  const { minimum: min = -(2 ** 31), maximum: max = 2 ** 31 } = schema;
  if (type === 'null') return fc.constant(null);
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer') return fc.integer({ min, max });
  if (type === 'number') return fc.double({ min, max, noNaN: true });
  if (type === 'array')
    return fc.array(valuesOf(schema.items ?? {}, known), {
      minLength: schema.minItems ?? 0,
      maxLength: Math.min(schema.maxItems ?? 3, 3),
    });
  return type === 'object' ? objectsOf(schema, known) : textsOf(schema, known);
}

function objectsOf({ properties = {}, required = [] }: Schema, known: Known): Arbitrary<unknown> {
  const fields = Object.entries(properties).map(
    ([name, one]) =>
      [
        name,
        isEmail(name) ? fc.oneof(addresses(known), valuesOf(one, known)) : valuesOf(one, known),
      ] as const,
  );
  return fc.record(Object.fromEntries(fields), {
    requiredKeys: required.filter((name) => name in properties),
  });
}

const isEmail = (name: string) => /email$/i.test(name);
const addresses = ({ emails }: Known) => fc.oneof(fc.constantFrom(...emails), fc.emailAddress());

function textsOf({ format, minLength = 0, maxLength = 200 }: Schema, known: Known): Arbitrary<string> {
  const days = fc.date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true });
  if (format === 'uuid') return fc.constantFrom(...known.ids);
  if (format === 'email') return addresses(known);
  if (format === 'date-time') return days.map((day) => day.toISOString());
  if (format === 'date') return days.map((day) => day.toISOString().slice(0, 10));
  const text = fc.string({ minLength, maxLength: Math.min(maxLength, 200), unit: 'grapheme' });
  const usual = fc.constantFrom(
    'On the sea',
    '2099-05-04',
    '2099-05-04T09:00:00Z',
    '09:30',
    'Europe/Madrid',
    '+34 600 000 000',
  );
  return fc.oneof(text, usual);
}

function mayBe(type: string, schema: Schema): boolean {
  return schema.type === undefined || [schema.type].flat().includes(type);
}

/** The paths of names in a JSON value that its schema does not know. */
export function unnamed(value: unknown, schema: Schema | undefined, path = ''): string[] {
  if (!schema || typeof value !== 'object' || value === null) return [];
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) {
    const type = Array.isArray(value) ? 'array' : 'object';
    const found = choices.filter((one) => mayBe(type, one)).map((one) => unnamed(value, one, path));
    return found.toSorted((one, other) => one.length - other.length)[0] ?? [];
  }
  if (Array.isArray(value)) return value.flatMap((item) => unnamed(item, schema.items, `${path}[]`));
  const { properties, additionalProperties, allOf } = schema;
  const known = Object.assign({}, properties, ...(allOf ?? []).map((one) => one.properties));
  if (Object.keys(known).length === 0) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    if (name in known) return unnamed(inner, known[name], `${path}.${name}`);
    if (typeof additionalProperties === 'object') return unnamed(inner, additionalProperties, `${path}.*`);
    return additionalProperties === true ? [] : [`${path}.${name}`];
  });
}
