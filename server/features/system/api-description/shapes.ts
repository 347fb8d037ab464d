import { z } from 'zod';

/** The parts of JSON Schema that our description uses. */
export interface Shape {
  type?: string | string[] | undefined;
  format?: string | undefined;
  enum?: unknown[] | undefined;
  anyOf?: Shape[] | undefined;
  items?: Shape | undefined;
  properties?: Record<string, Shape> | undefined;
  additionalProperties?: Shape | boolean | undefined;
  required?: string[] | undefined;
  maxLength?: number | undefined;
}

export const Shape: z.ZodType<Shape> = z.lazy(() =>
  z.object({
    type: z.union([z.string(), z.array(z.string())]).optional(),
    format: z.string().optional(),
    enum: z.array(z.unknown()).optional(),
    anyOf: z.array(Shape).optional(),
    items: Shape.optional(),
    properties: z.record(z.string(), Shape).optional(),
    additionalProperties: z.union([z.boolean(), Shape]).optional(),
    required: z.array(z.string()).optional(),
    maxLength: z.number().optional(),
  }),
);

const formats: Readonly<Record<string, string>> = {
  uuid: 'id',
  'date-time': 'instant (ISO 8601)',
  date: 'day (YYYY-MM-DD)',
};

/** Formats a schema the way a programmer would write the type, over several lines where it is nested. */
export function spellShape(shape: Shape, indent = ''): string {
  if (shape.enum) return shape.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (shape.anyOf) return shape.anyOf.map((each) => spellShape(each, indent)).join(' | ');
  if (Array.isArray(shape.type))
    return shape.type.map((type) => spellShape({ ...shape, type }, indent)).join(' | ');
  if (shape.type === 'array') return spellList(shape, indent);
  if (shape.type === 'object') return spellObject(shape, indent);
  if (shape.type === 'string') return spellText(shape);
  return shape.type ?? 'anything';
}

function spellText({ format, maxLength }: Shape): string {
  const known = format && formats[format];
  if (known) return known;
  return maxLength ? `text (at most ${maxLength} characters)` : 'text';
}

function spellList({ items = {} }: Shape, indent: string): string {
  const item = spellShape(items, indent);
  return item.includes(' | ') ? `(${item})[]` : `${item}[]`;
}

function spellObject(
  { properties = {}, additionalProperties, required = [] }: Shape,
  indent: string,
): string {
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(
    ([name, part]) => `${inner}${name}${required.includes(name) ? '' : '?'}: ${spellShape(part, inner)}`,
  );
  if (typeof additionalProperties === 'object')
    lines.push(`${inner}[name]: ${spellShape(additionalProperties, inner)}`);
  return lines.length > 0 ? `{\n${lines.join('\n')}\n${indent}}` : '{}';
}
