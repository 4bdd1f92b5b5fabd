/**
 * Where a picture that the provider keeps is on this host: pages load pictures from their own origin alone, and the provider
 * answers there, too. Null for a picture that lies elsewhere.
 */
export function ownPicture(authBaseUrl: string, image: string | null | undefined): string | null {
  const id = /\/pictures\/([0-9a-f-]{36})$/.exec(image ?? '')?.[1];
  return id ? `${authBaseUrl}pictures/${id}` : null;
}
