import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test.each([
  [['a', 7], 'a,7\r\n'],
  [['a,b', 'say "x"', 'two\nlines'], '"a,b","say ""x""","two\nlines"\r\n'],
  [['=1+1', '@x', '-5', '+49'], "'=1+1,'@x,'-5,'+49\r\n"],
  [[' =1', '\uff1d1'], "' =1,'\uff1d1\r\n"],
  [[-5], '-5\r\n'],
])('%j is written as %j', (cells, line) => {
  expect(csvLine(cells)).toBe(line);
});
