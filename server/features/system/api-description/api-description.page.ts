/**
 * The API description as a page that works without JavaScript: the content security policy allows only scripts from
 * our own files.
 */
import { z } from 'zod';
import { capitalized } from '../../../../shared/letter-case.ts';
import { escapeHtml, htmlPage } from '../../../platform/html-page.ts';
import { Shape, spellShape } from './shapes.ts';

const Content = z.record(z.string(), z.object({ schema: Shape.optional() }));
const Operation = z.object({
  description: z.string().optional(),
  parameters: z
    .array(
      z.object({
        name: z.string(),
        in: z.string(),
        required: z.boolean().optional(),
        schema: Shape.optional(),
      }),
    )
    .default([]),
  requestBody: z.object({ content: Content }).optional(),
  responses: z.record(z.string(), z.object({ content: Content.optional() })).default({}),
});
type Operation = z.output<typeof Operation>;

const Description = z.object({ paths: z.record(z.string(), z.record(z.string(), Operation)) });

/** `openapi` is the document of `GET /api/openapi.json`. */
export function apiDescriptionPage(openapi: unknown): string {
  const { paths } = Description.parse(openapi);
  const groups = Map.groupBy(Object.entries(paths), ([path]) => path.split('/')[2] ?? '');
  return htmlPage(
    'API · Long After',
    `<meta name="robots" content="noindex">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/api/docs/style.css">`,
    `<p class="brand">Long After</p>
<h1>API</h1>
<p>Send <code>Authorization: Bearer</code> with the token of <code>POST /api/auth/login</code>. Times are ISO 8601 in UTC, money is in
dollars. A refusal is <code>{ message, code, fields? }</code>; one because of an older <code>version</code> has the present record
as <code>current</code>. For programs the same is at
<a href="/api/openapi.json">/api/openapi.json</a>.</p>
${[...groups].map(([name, routes]) => section(name, routes)).join('\n')}`,
  );
}

function section(name: string, routes: [string, Record<string, Operation>][]): string {
  const operations = routes.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => card(method.toUpperCase(), path, operation)),
  );
  return `<section class="card" aria-labelledby="${escapeHtml(name)}">
<h2 id="${escapeHtml(name)}">${escapeHtml(titleOf(name))}</h2>
${operations.join('\n')}
</section>`;
}

/** Turns the path segment 'gift-orders' into 'Gift orders'. */
function titleOf(name: string): string {
  return capitalized(name).replaceAll('-', ' ');
}

function card(method: string, path: string, operation: Operation): string {
  return `<details>
<summary><code>${method} ${escapeHtml(path)}</code></summary>
${[...sent(operation), ...answered(operation)].join('\n')}
</details>`;
}

function sent({ description, parameters, requestBody }: Operation): string[] {
  const parts = description ? [`<p>${escapeHtml(description)}</p>`] : [];
  for (const place of ['path', 'query']) {
    const named = parameters.filter((parameter) => parameter.in === place);
    const lines = named.map(
      ({ name, required, schema = {} }) => `${name}${required ? '' : '?'}: ${spellShape(schema)}`,
    );
    if (lines.length > 0) parts.push(listing(`In the ${place}`, lines.join('\n')));
  }
  for (const [type, { schema }] of Object.entries(requestBody?.content ?? {}))
    if (schema) parts.push(listing(`Sent as ${type}`, spellShape(schema)));
  return parts;
}

function answered({ responses }: Operation): string[] {
  return Object.entries(responses).map(([status, { content = {} }]) => {
    const [shape] = Object.values(content).flatMap(({ schema }) => schema ?? []);
    const isNothing = !shape || shape.type === 'null';
    return listing(`Answered with ${status}`, isNothing ? 'nothing' : spellShape(shape));
  });
}

function listing(title: string, text: string): string {
  return `<h3>${escapeHtml(title)}</h3>\n<pre>${escapeHtml(text)}</pre>`;
}
