import type { Config } from './config.ts';
import { prepareDataDirectory } from './platform/data-directory.ts';
import type { RestartEvent, WhileWaiting } from './platform/embedded-postgres.ts';
import type { Logger } from './platform/log.ts';
import type { Tracing } from './platform/tracing/tracing.ts';
import { type OnStep, openProductDatabases, type ProductDatabases } from './product-databases.ts';
import type { Listener } from './product-listener.ts';
import type { RegionEvent } from './region-intake.ts';
import { version } from './version.ts';

export type Product = Listener & { close(): Promise<void> };

export type ProductOptions = { config: Config; log: Logger; onStep?: OnStep };

/**
 * Starts the configured services on one listener: databases, provider, gateway, web. Resolves when the port answers.
 * @throws ConfigError, EmbeddedPostgresError and listen errors, each with what to do
 */
export async function startProduct({ config, log, onStep = () => {} }: ProductOptions): Promise<Product> {
  await prepareDataDirectory(config.dataDir);
  let restarts = 0;
  const onRestart = ({ lost, error, nextTryMs }: RestartEvent) => {
    if (error)
      log.error({ err: error, lost, nextTryMs }, 'the embedded database does not start; it is tried again');
    else {
      restarts += 1;
      log.warn({ lost }, 'the embedded database ended and was started again');
    }
  };
  const onSlow = (statement: string, ms: number) =>
    log.warn({ statement, ms: Math.round(ms) }, 'a statement was slow');
  const tracing = await openTracing(config);
  const onRegion = ({ region, error }: RegionEvent) => {
    if (error) log.warn({ err: error, region }, 'a data region is away, and is taken up when it can be');
    else log.warn({ region }, 'a data region that was away was taken up');
  };
  const opened = Promise.withResolvers<ProductDatabases>();
  const closers: (() => Promise<void>)[] = [];
  const begun = opened.promise.then(async (itsDatabases) => {
    const { beginListener } = await import('./product-listener.ts');
    return beginListener({
      config,
      databases: itsDatabases,
      log,
      tracing,
      restarts: () => restarts,
      onOpened: (one) => closers.push(one),
    });
  });
  // Why it did not begin hears who waits for it below, perhaps later.
  const settled = begun.then(
    () => {},
    () => {},
  );
  let databases: ProductDatabases | null = null;
  const close = async () => {
    await settled;
    for (const one of closers.splice(0).reverse()) await one();
    await databases?.close();
    await tracing?.close();
  };
  try {
    const whilePreparing = opened.resolve;
    const opening = { ...loadWhileWaiting(config), onRestart, onSlow, tracing, onRegion, whilePreparing };
    databases = await openProductDatabases(config, onStep, opening);
    const started = performance.now();
    const listener = await (await begun).open();
    onStep('Provider, gateway and web', performance.now() - started);
    return { ...listener, close };
  } catch (error) {
    opened.reject(error);
    await close();
    throw error;
  }
}

/**
 * Half of a start is to load code: that of the listener is loaded while the first trial of PostgreSQL runs, that of the services
 * once the database server is on its way. Failures show where it is imported in earnest.
 */
function loadWhileWaiting(config: Config): Required<WhileWaiting> {
  const listener = () => import('./product-listener.ts');
  return {
    whileTrying: () => void listener().catch(() => {}),
    whileStarting: () =>
      void listener()
        .then(({ loadServices }) => loadServices(config))
        .catch(() => {}),
  };
}

/** Nothing of it is loaded where no collector is named. */
async function openTracing({ traces }: Config): Promise<Tracing | undefined> {
  if (traces === null) return undefined;
  const { createOtlpTracing } = await import('./platform/tracing/otlp.ts');
  return createOtlpTracing({ ...traces, version });
}
