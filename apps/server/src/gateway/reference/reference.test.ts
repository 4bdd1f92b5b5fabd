import { expect, test } from 'vitest';
import { openGatewayDesk } from '../../testing/gateway-desk.ts';

const desk = openGatewayDesk();

test('the document names every call, the reference page is readable and has no script', async () => {
  const document = await desk.gateway.call('GET', 'openapi.json');
  expect(document.body.paths['/api/TimeSheet/GetByWeek/{teamMemberID}/{weekEndDate}'].get.summary).toMatch(
    /week/,
  );
  const page = await desk.gateway.call('GET', 'reference');
  expect(page.headers['content-type']).toMatch(/^text\/html/);
  expect(page.text).toContain('PUT /api/TimeSheet/SaveWeek');
  expect(page.text).not.toContain('<script');
  expect(page.headers['content-security-policy']).toMatch(/style-src 'sha256-/);
});
