/** Moves a provider's fixed address to a tenant's own server of that kind, such as GitHub Enterprise. */
export function relocate(address: string, base: string | null, ownPath?: string): string {
  if (!base) return address;
  const { pathname, search } = new URL(address);
  return base.replace(/\/+$/, '') + (ownPath ?? pathname) + search;
}

/**
 * A token answer reduced to what OAuth 2 needs. Some of these providers leave out `token_type`, add an id token that
 * lacks the nonce, or answer 200 with an `error`.
 */
export async function plainTokenAnswer(answer: Response): Promise<Response> {
  const body = (await answer.json()) as Record<string, unknown>;
  const { access_token, token_type, error, error_description } = body;
  if (typeof error === 'string') return Response.json({ error, error_description }, { status: 400 });
  if (!answer.ok) return Response.json({ error: 'invalid_request' }, { status: 400 });
  return Response.json({ access_token, token_type: token_type ?? 'bearer' });
}
