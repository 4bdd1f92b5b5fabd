import { type Config, ConfigError, readConfig } from './config.ts';
import { createLogger } from './platform/log.ts';
import { settleAfterStart } from './platform/settle.ts';
import { type Product, startProduct } from './product.ts';

void main();

async function main(): Promise<void> {
  try {
    const config = readConfig(process.env);
    const log = createLogger(process.stdout.isTTY && !process.env.LOG_LEVEL ? 'warn' : config.logLevel);
    const product = await startProduct({ config, log, onStep: printStep });
    stopOnSignals(product, config);
    const base = `${config.scheme}://${config.mainDomain}`;
    print('');
    print(`  Stint is ready at  ${base}`);
    if (config.mode === 'test')
      print(`  Mail and texts     ${base}/outbox  (test mode: nothing leaves this machine)`);
    print(`  Data               ${config.dataDir}`);
    print('  Stop with Ctrl+C');
    print('');
    settleAfterStart();
  } catch (error) {
    print(explain(error));
    process.exit(1);
  }
}

function printStep(name: string, milliseconds: number): void {
  print(`  ${name.padEnd(28)} ${(milliseconds / 1000).toFixed(2)} s`);
}

function print(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Known refusals say what to do; anything else shows where it came from. */
function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  const { name, message, stack, code, port } = error as Error & { code?: string; port?: number };
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. Stop what runs there, or choose another with PORT.`;
  return ['StartError', 'EmbeddedPostgresError', 'RoleCheckError', 'ArchiveError'].includes(name)
    ? message
    : (stack ?? message);
}

/**
 * SIGTERM: not ready, a grace in which everything is still answered, then the drain: no new connections, running requests
 * end, then workers, pools and the database stop. A second signal, a Ctrl+C and an unexpected error need no grace.
 */
function stopOnSignals(product: Product, { graceSeconds, drainSeconds }: Config): void {
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    const cutOff = () => {
      print(`Requests under way were cut off after ${drainSeconds} s.`);
      process.exit(1);
    };
    setTimeout(cutOff, drainSeconds * 1000).unref();
    product.close().then(
      () => process.exit(process.exitCode ?? 0),
      (error) => {
        print(explain(error));
        process.exit(1);
      },
    );
  };
  let isLeaving = false;
  process.on('SIGTERM', () => {
    if (isLeaving || graceSeconds === 0) return stop();
    isLeaving = true;
    product.leave();
    setTimeout(stop, graceSeconds * 1000);
  });
  process.on('SIGINT', stop);
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error) => {
      print(`An error that nobody foresaw (${event}) ends this process: ${explain(error)}`);
      process.exitCode = 70;
      stop();
    });
  }
}
