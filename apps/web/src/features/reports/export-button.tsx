import { useEffect, useRef, useState } from 'react';
import { type ReportFilter, readReportFile } from '../../entities/report.ts';
import { useApp } from '../../lib/app-context.ts';
import { describeError } from '../../lib/describe-error.ts';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast.tsx';
import { text } from './messages.ts';

type Which = { from: string; to: string; filters: readonly ReportFilter[] };

/** Saves the entries behind a report as CSV; long ones say how far they are and can be cancelled. */
export function ExportButton({ from, to, filters }: Which) {
  const { session, start } = useApp();
  const showToast = useToast();
  const [bytes, setBytes] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const isComma = start.settings.numberFormat.startsWith('de');
  const run = async () => {
    const controller = new AbortController();
    running.current = controller;
    setBytes(0);
    try {
      const file = await readReportFile(
        session,
        { from, to, filters: [...filters], delimiter: isComma ? ';' : ',', decimal: isComma ? ',' : '.' },
        { signal: controller.signal, onProgress: setBytes },
      );
      save(file, `${start.slug}-${from}-to-${to}.csv`);
    } catch (error) {
      if (!controller.signal.aborted) showToast({ text: `${text.exportFailed} ${describeError(error)}` });
    } finally {
      setBytes(null);
    }
  };
  if (bytes === null) {
    return (
      <Button icon="download" onClick={() => void run()}>
        {text.exportCsv}
      </Button>
    );
  }
  return (
    <Button icon="close" title={text.cancelExport} onClick={() => running.current?.abort()}>
      {text.exporting(Math.round(bytes / 1000))}
    </Button>
  );
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
