// Loaded before a gateway of the soak test: its clock goes wrong by the milliseconds that the file in SOAK_CLOCK says.
import { readFileSync } from 'node:fs';

const file = process.env.SOAK_CLOCK ?? '';
const TrueDate = globalThis.Date;
let step = 0;
const look = () => {
  try {
    step = Number(readFileSync(file, 'utf8')) || 0;
  } catch {
    step = 0;
  }
};
look();
setInterval(look, 250).unref();

globalThis.Date = class extends TrueDate {
  constructor(...parts) {
    if (parts.length === 0) super(TrueDate.now() + step);
    else super(...parts);
  }
  static now() {
    return TrueDate.now() + step;
  }
};
