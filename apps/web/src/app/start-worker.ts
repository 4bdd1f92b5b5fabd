const WORKER = '/worker.js';

type Policy = { createScriptURL(address: string): string };
type PolicyFactory = {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): Policy;
};

/**
 * Lets the browser keep the application, so that it opens without a connection. Nothing depends on it: a browser that has
 * no workers, or refuses this one, works as before.
 */
export async function startWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // It keeps the pages of one language, that of the last page that was opened.
  const address = `${WORKER}?language=${document.documentElement.lang}`;
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
  // The only script address that this application ever makes by itself.
  const policy = trustedTypes?.createPolicy('app', { createScriptURL: () => address });
  const trusted = policy?.createScriptURL(address) ?? address;
  await navigator.serviceWorker.register(trusted, { updateViaCache: 'none' }).catch((error: unknown) => {
    console.warn('This browser keeps no pages for times without a connection.', error);
  });
}
