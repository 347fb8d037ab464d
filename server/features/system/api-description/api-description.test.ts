import { describe, expect, test } from 'vitest';
import { startTestApp } from '../../../../test/app.ts';
import { apiDescriptionPage } from './api-description.page.ts';
import { spellShape } from './shapes.ts';

describe('formatting a schema', () => {
  test.each([
    [{}, 'anything'],
    [{ type: 'integer' }, 'integer'],
    [{ type: 'string', maxLength: 100 }, 'text (at most 100 characters)'],
    [{ type: ['string', 'null'] }, 'text | null'],
    [{ anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] }, 'instant (ISO 8601) | null'],
    [{ type: 'array', items: { enum: ['photo', 'letter'] } }, '("photo" | "letter")[]'],
    [{ type: 'object', additionalProperties: { type: 'string' } }, '{\n  [name]: text\n}'],
    [
      {
        type: 'object',
        required: ['id'],
        properties: { id: { type: 'string', format: 'uuid' }, more: { type: 'object', properties: {} } },
      },
      '{\n  id: id\n  more?: {}\n}',
    ],
  ])('%j', (shape, words) => {
    expect(spellShape(shape)).toBe(words);
  });
});

describe('GET /api/docs', () => {
  test('200: every route with its request and response, and no script', async () => {
    const { app } = await startTestApp();
    const { paths } = (await app.inject('/api/openapi.json')).json<{ paths: Record<string, object> }>();
    const answer = await app.inject('/api/docs');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    for (const [path, methods] of Object.entries(paths))
      for (const method of Object.keys(methods))
        expect(answer.body).toContain(`<summary><code>${method.toUpperCase()} ${path}</code></summary>`);
    expect(answer.body).toContain('password: text (at most 1024 characters)');
    expect(answer.body).not.toMatch(/<script|style=|<style|https?:\/\//);
    expect((await app.inject('/api/docs/style.css')).headers['content-type']).toBe('text/css; charset=utf-8');
  });

  test('200: a HEAD route that stands alone too, and none that Fastify adds to a GET', async () => {
    const { app } = await startTestApp();
    const { paths } = (await app.inject('/api/openapi.json')).json<{ paths: Record<string, object> }>();
    expect(paths['/api/uploads/{id}']).toHaveProperty('head');
    expect(Object.keys(paths['/api/uploads'] ?? {}).sort()).toEqual(['get', 'post']);
  });

  test('escapes descriptions', () => {
    const description = '<img src=x onerror=alert(1)>';
    const page = apiDescriptionPage({ paths: { '/api/<b>/x': { get: { description } } } });
    expect(page).not.toMatch(/<img|<b>/);
    expect(page).toContain('&lt;img');
  });
});
