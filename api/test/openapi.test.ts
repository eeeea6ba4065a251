import { operationNames, routes } from '@nimule/core/routes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, staffCookie, startHarness } from './harness.ts';

let harness: Harness;

beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.close());

interface Described {
  operationId: string;
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: { content: Record<string, { schema: { properties: Record<string, unknown> } }> };
}
type Document = { paths: Record<string, Record<string, Described>> };

const document = () => harness.server.swagger() as unknown as Document;

describe('docs/openapi.json', () => {
  it('equals the contract; vitest -u updates it', async () => {
    await expect(`${JSON.stringify(document(), null, 2)}\n`).toMatchFileSnapshot(
      '../../docs/openapi.json',
    );
  });

  it('describes every row and nothing else', () => {
    const described = Object.entries(document().paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => [operationId, method, path]),
    );
    const rows = operationNames.map((name) => [
      name,
      routes[name].method.toLowerCase(),
      routes[name].path.replaceAll(/:(\w+)/g, '{$1}'),
    ]);
    expect(described.sort()).toEqual(rows.sort());
  });

  it('describes wire values, not decoded ones', () => {
    const { paths } = document();
    const pay = paths['/api/billing/payments']?.post;
    expect(pay?.parameters?.map(({ name }) => name)).toEqual(['Idempotency-Key']);
    const body = pay?.requestBody?.content['application/json']?.schema.properties;
    expect(body?.paymentDate).toEqual({ type: 'string', format: 'date' });
    const upload = paths['/api/import/upload']?.post?.requestBody?.content;
    expect(upload?.['multipart/form-data']?.schema.properties.file).toEqual({
      type: 'string',
      format: 'binary',
    });
  });
});

describe('/api/docs', () => {
  it('is shown to signed-in staff', async () => {
    for (const url of ['/api/docs', '/api/docs/json', '/api/docs/static/swagger-ui.css']) {
      expect([url, (await harness.server.inject(url)).statusCode]).toEqual([url, 401]);
    }
    const cookie = await staffCookie(harness, 'technician');
    const page = await harness.server.inject({ url: '/api/docs', headers: { cookie } });
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-security-policy']).toContain("script-src 'self';");
    expect(page.body).not.toMatch(/<script(?![^>]*src)/);
    const spec = await harness.server.inject({ url: '/api/docs/json', headers: { cookie } });
    expect(spec.json().info.title).toBe('Nimule');
  });
});
