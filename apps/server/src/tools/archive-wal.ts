import { archiveOf, checkWritable, keepWal } from '../platform/archive/wal-files.ts';
import { runTool } from './run-tool.ts';

// PostgreSQL's archive_command: `archive-wal.ts ARCHIVE_DIR SYSTEM FILE PATH`. Code 0 says that the file is kept for good; for any
// other one PostgreSQL keeps it and comes again. Without a file it looks whether it could.
await runTool(async () => {
  const [folder = '', system = '', name = '', path = ''] = process.argv.slice(2);
  const archive = archiveOf(folder, process.env);
  if (name === '') await checkWritable(archive, system);
  else await keepWal(archive, system, { name, path });
});
