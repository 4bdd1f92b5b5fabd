const PERMISSIONS_OFF = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'usb',
  'screen-wake-lock',
  'xr-spatial-tracking',
];
// `web-share` is the page's own by default, and Chromium on desktops reports the name as unknown.
const PERMISSIONS_SELF = ['clipboard-write', 'publickey-credentials-get', 'publickey-credentials-create'];

/**
 * What every answer of the process carries, refusals that no route made included. Pages replace the content policy
 * with their own; assets say how long they may be kept.
 */
export const responseHeaders = {
  'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-site',
  'permissions-policy': [
    ...PERMISSIONS_OFF.map((name) => `${name}=()`),
    ...PERMISSIONS_SELF.map((name) => `${name}=(self)`),
  ].join(', '),
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
} as const;
