import type { ClipboardEvent } from 'react';
import { TextField } from './field.tsx';

interface CodeFieldProps {
  name: string;
  label: string;
}

/** Six digits in one field. What is pasted may hold spaces and dashes; phones offer the code from the message. */
export function CodeField({ name, label }: CodeFieldProps) {
  return (
    <TextField
      name={name}
      label={label}
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[0-9]*"
      maxLength={12}
      data-kind="code"
      onPaste={pasteDigits}
    />
  );
}

/** The digits of a code as typed: spaces and dashes that people add for reading do not count. */
export function cleanCode(text: string): string {
  return text.replace(/[\s-]/g, '');
}

/** A pasted sentence gives the code in it: "Your code is 123 456". */
function pasteDigits(event: ClipboardEvent<HTMLInputElement>): void {
  const digits = event.clipboardData.getData('text').replace(/\D/g, '');
  if (!digits) return;
  event.preventDefault();
  event.currentTarget.value = digits.slice(0, 6);
  event.currentTarget.dispatchEvent(new Event('input', { bubbles: true }));
}
