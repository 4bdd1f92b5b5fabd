import { expect, test } from 'vitest';
import { newWebhookSecret, signatureHeaders } from './signature.ts';

test('the published example of Standard Webhooks', () => {
  const headers = signatureHeaders(
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    'msg_p5jXN8AQM9LWM0D4loKWxJek',
    new Date(1_614_265_330_000),
    '{"test": 2432232314}',
  );
  expect(headers).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('a secret has 256 random bits', () => {
  expect(Buffer.from(newWebhookSecret().slice(6), 'base64')).toHaveLength(32);
  expect(newWebhookSecret()).not.toBe(newWebhookSecret());
});
