// What nobody sees first, in one part that loads while the first form is being answered.
export { tieRefusal } from '../parts/concerned-control.ts';
export { BackupCodes } from './backup-codes.tsx';
export { CodeForm } from './code-form.tsx';
export { ConfirmLink } from './confirm-link.tsx';
export { Done } from './done.tsx';
export { LinkSent } from './link-sent.tsx';
export { NewPasswordForm } from './new-password-form.tsx';
export { TotpForm } from './totp-form.tsx';
export { TotpError, TotpSetup } from './totp-setup.tsx';
