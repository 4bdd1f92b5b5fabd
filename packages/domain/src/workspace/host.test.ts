import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mainOrigin, mainUrl, parentDomain, parseHost, workspaceOrigin, workspaceUrl } from './host.ts';
import { isValidSlug } from './slug.ts';

const other = { kind: 'other' };

describe('parseHost', () => {
  test.each([
    ['stint.localhost:3000', { kind: 'main' }],
    ['STINT.localhost:3000', { kind: 'main' }],
    ['acme.stint.localhost:3000', { kind: 'workspace', slug: 'acme' }],
    ['Acme-Studio.Stint.Localhost:3000', { kind: 'workspace', slug: 'acme-studio' }],
    ['stint.localhost', other],
    ['acme.stint.localhost', other],
    ['acme.stint.localhost:3001', other],
    ['stint.localhost:30000', other],
    ['a.acme.stint.localhost:3000', other],
    ['.stint.localhost:3000', other],
    ['evilstint.localhost:3000', other],
    ['stint.localhost:3000.evil.example', other],
    ['www.stint.localhost:3000', other],
    ['api.stint.localhost:3000', other],
    ['xn--acme.stint.localhost:3000', other],
    ['acme_.stint.localhost:3000', other],
    ['acme.stint.localhost:3000.', other],
    ['localhost:3000', other],
    ['127.0.0.1:3000', other],
    ['[::1]:3000', other],
    ['user@stint.localhost:3000', other],
    ['', other],
    [undefined, other],
  ])('%s', (host, expected) => {
    expect(parseHost(host, 'stint.localhost:3000')).toEqual(expected);
  });

  test.each([
    ['stint.example', { kind: 'main' }],
    ['stint.example:443', { kind: 'main' }],
    ['acme.stint.example:443', { kind: 'workspace', slug: 'acme' }],
    ['acme.stint.example:8443', other],
    ['acme.stint.example:80', other],
  ])('without a port in the main domain: %s', (host, expected) => {
    expect(parseHost(host, 'stint.example')).toEqual(expected);
  });
});

describe('addresses', () => {
  const test3000 = { protocol: 'http', mainDomain: 'stint.localhost:3000' } as const;
  const live = { protocol: 'https', mainDomain: 'stint.example' } as const;

  test('of the main domain', () => {
    expect(mainOrigin(test3000)).toBe('http://stint.localhost:3000');
    expect(mainUrl(live)).toBe('https://stint.example/');
    expect(mainUrl(live, '/signin?error=unauthorize_access')).toBe(
      'https://stint.example/signin?error=unauthorize_access',
    );
  });

  test('of a workspace', () => {
    expect(workspaceOrigin('acme', live)).toBe('https://acme.stint.example');
    expect(workspaceUrl('acme', test3000, '/time')).toBe('http://acme.stint.localhost:3000/time');
  });

  test('a port that is the default of its scheme is left out, as browsers do', () => {
    expect(mainOrigin({ protocol: 'https', mainDomain: 'stint.example:443' })).toBe('https://stint.example');
  });

  test('what is built is read back', () => {
    expect(parseHost(new URL(workspaceUrl('acme', test3000)).host, 'stint.localhost:3000')).toEqual({
      kind: 'workspace',
      slug: 'acme',
    });
  });

  test('cookies for all hosts go on the main domain without its port', () => {
    expect(parentDomain('stint.localhost:3000')).toBe('stint.localhost');
    expect(parentDomain('stint.example')).toBe('stint.example');
  });
});

describe('any Host header', () => {
  const main = 'stint.localhost:3000';
  const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,8}[a-z0-9])?$/);
  const near = fc
    .array(
      fc.oneof(
        label,
        fc.constantFrom('stint', 'localhost', 'www', '', 'evil', main, 'xn--a', '..', ':3000', '@', '\u0000'),
      ),
    )
    .map((parts) => parts.join('.'));
  const anything = fc.oneof(
    fc.string({ unit: 'binary' }),
    near,
    near.map((host) => `${host}.${main}`),
  );

  test('is the main domain, one label of a valid slug before it, or nobody; never an error', () => {
    fc.assert(
      fc.property(anything, (host) => {
        const parsed = parseHost(host, main);
        const given = host.toLowerCase().replace(/:443$/, '');
        const stands = {
          main: () => given === main,
          workspace: (slug: string) => given === `${slug}.${main}` && isValidSlug(slug),
          other: () => true,
        };
        expect(stands[parsed.kind](parsed.kind === 'workspace' ? parsed.slug : '')).toBe(true);
      }),
    );
  });

  test('a built address is read back as the slug that it was built from', () => {
    fc.assert(
      fc.property(label.filter(isValidSlug), (slug) => {
        const { host } = new URL(workspaceUrl(slug, { protocol: 'http', mainDomain: main }));
        expect(parseHost(host.toUpperCase(), main)).toEqual({ kind: 'workspace', slug });
      }),
    );
  });
});

test('an address without a subdomain is nobody’s', () => {
  const site = { protocol: 'http', mainDomain: 'stint.localhost:3000' } as const;
  expect(() => workspaceOrigin('', site)).toThrow('Subdomain is missing');
  expect(() => workspaceUrl('', site, '/time')).toThrow('Subdomain is missing');
});
