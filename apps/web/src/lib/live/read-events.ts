import { createParser } from 'eventsource-parser';

/** Hears the data of each event of a stream, and with each part that it lives. @returns when the stream has ended */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  { event, alive }: { event: (data: string) => void; alive: () => void },
): Promise<void> {
  const parser = createParser({ onEvent: ({ data }) => event(data) });
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    alive();
    parser.feed(decoder.decode(value, { stream: true }));
  }
}
