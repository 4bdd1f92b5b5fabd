import Type from 'typebox';
import { NOTIFICATIONS, type Notification } from '../../workspace/notifications.ts';
import { closed } from './shapes.ts';

const Name = Type.Unsafe<Notification>({ type: 'string', enum: [...NOTIFICATIONS] });

export const testMailRoutes = {
  'POST /TestMails': {
    summary:
      'Send the person who asks a mail of one kind, with made-up facts, whether it is switched on or off',
    access: 'member',
    rate: 'send',
    body: Type.Object({ name: Name }, closed),
    response: Type.Object({ to: Type.String({ description: 'The address it goes to' }) }, closed),
    errors: ['not_found'],
  },
} as const;
