import { expect, test } from 'vitest';
import { withoutPersonalData } from './page-error-rules.ts';

test.each([
  ['mail to priya@harbour-studio.example failed', 'mail to [address] failed'],
  ['no entry 0196e78e-8800-74b9-a9be-79cb0bb7faee', 'no entry [id]'],
  [
    'at load (http://acme.stint.test/assets/app-B1x.js?q=Priya&t=1:10:200)',
    'at load (http://acme.stint.test/assets/app-B1x.js:10:200)',
  ],
  [
    'load@https://acme.stint.test/assets/app-B1x.js:10:200',
    'load@https://acme.stint.test/assets/app-B1x.js:10:200',
  ],
  [
    '/assets/settings-notifications-page-CkQ3d8f1.js:1:2',
    '/assets/settings-notifications-page-CkQ3d8f1.js:1:2',
  ],
  ['/share/mJ9dkf82hfk20fkw0fk2k4hf82kd9', '/share/[secret]'],
  ['/time#call +41 79 123 45 67', '/time [number]'],
  ['Bearer eyJhbGciOiJFUzI1NiJ9aaaa.eyJzdWIiOiIxMjM0NTY3ODkwIn0aaaa', 'Bearer [secret].[secret]'],
  [
    'Cannot read properties of undefined (reading "workDate")',
    'Cannot read properties of undefined (reading "workDate")',
  ],
  ['is it? #field of x?.y', 'is it? #field of x?.y'],
])('%s is kept as %s', (text, expected) => {
  expect(withoutPersonalData(text)).toBe(expected);
});

test.each(['@', 'a@', '1 ', '?', 'a1-', '?a:1'])('a text of many %j is read once through', (part) => {
  const text = part.repeat(4000 / part.length);
  expect(withoutPersonalData(text).length).toBeLessThanOrEqual(text.length);
});
