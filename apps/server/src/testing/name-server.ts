import { createSocket } from 'node:dgram';
import { once } from 'node:events';

const HEADER_BYTES = 12;
const TXT = 16;

/** A name server of our own that knows some TXT records (RFC 1035), for a product that asks a real one. */
export type NameServer = {
  /** One text for each name. */
  records: Map<string, string>;
  /** Variables with which a process of Node asks here in place of the system's server. */
  env: Record<string, string>;
  close(): Promise<void>;
};

export async function startNameServer(): Promise<NameServer> {
  const records = new Map<string, string>();
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => socket.send(answerTo(query, records), from.port, from.address));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const script = `import dns from 'node:dns';dns.setServers(['127.0.0.1:${socket.address().port}'])`;
  return {
    records,
    env: { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(script)}` },
    close: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
}

/** The question comes back with its answer; a name that nobody has is NXDOMAIN (code 3). */
function answerTo(query: Buffer, records: Map<string, string>): Buffer {
  const { name, end } = readName(query);
  const question = query.subarray(HEADER_BYTES, end + 4);
  const text = query.readUInt16BE(end) === TXT ? records.get(name.toLowerCase()) : undefined;
  const header = Buffer.alloc(HEADER_BYTES);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(text === undefined ? 0x8183 : 0x8180, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(text === undefined ? 0 : 1, 6);
  if (text === undefined) return Buffer.concat([header, question]);
  const data = Buffer.concat([Buffer.of(Buffer.byteLength(text)), Buffer.from(text)]);
  const row = Buffer.alloc(12);
  // A pointer to the name in the question, type, class IN, no life, length.
  row.writeUInt16BE(0xc000 + HEADER_BYTES, 0);
  row.writeUInt16BE(TXT, 2);
  row.writeUInt16BE(1, 4);
  row.writeUInt16BE(data.length, 10);
  return Buffer.concat([header, question, row, data]);
}

function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.'), end: at + 1 };
}
