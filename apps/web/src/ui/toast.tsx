import {
  createContext,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Button, IconButton } from './button.tsx';
import { giveFocusBack } from './focus-return.ts';
import styles from './toast.module.css';

/** How long a toast stays; pointer or focus on it stops the time. */
const TOAST_MILLISECONDS = 5000;

type ToastTone = 'success' | 'info' | 'danger';

export type ToastInput = {
  text: string;
  tone?: ToastTone;
  action?: { label: string; onPress: () => void };
};

type Toast = ToastInput & { id: number };

const ToastContext = createContext<((toast: ToastInput) => void) | null>(null);

/** Shows a toast from anywhere below the provider. */
export function useToast(): (toast: ToastInput) => void {
  const show = useContext(ToastContext);
  if (!show) throw new Error('useToast outside ToastProvider');
  return show;
}

export function ToastProvider({ children, dismissLabel }: { children: ReactNode; dismissLabel: string }) {
  const [toasts, setToasts] = useState<Toast[]>([]);
  const counter = useRef(0);
  const before = useRef<Element | null>(null);
  const show = useCallback((toast: ToastInput) => {
    counter.current += 1;
    const id = counter.current;
    setToasts((shown) => [...shown.slice(-2), { ...toast, id }]);
  }, []);
  const remove = useCallback(
    (id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)),
    [],
  );
  const region = useMemo(
    () => (
      // Not a control: it only notes from where the focus comes.
      // biome-ignore lint/a11y/noStaticElementInteractions: see above
      <div
        className={styles.region}
        aria-live="polite"
        onFocus={({ currentTarget, relatedTarget: from }) => {
          if (from && !currentTarget.contains(from)) before.current = from;
        }}
      >
        {toasts.map((toast) => (
          <ToastCard
            key={toast.id}
            toast={toast}
            dismissLabel={dismissLabel}
            before={before}
            onDone={remove}
          />
        ))}
      </div>
    ),
    [toasts, dismissLabel, remove],
  );
  return (
    <ToastContext value={show}>
      {children}
      {region}
    </ToastContext>
  );
}

type ToastCardProps = {
  toast: Toast;
  dismissLabel: string;
  /** What had the focus before it came into a toast. */
  before: RefObject<Element | null>;
  onDone: (id: number) => void;
};

function ToastCard({ toast, dismissLabel, before, onDone }: ToastCardProps) {
  const [isHeld, setIsHeld] = useState(false);
  const card = useRef<HTMLDivElement>(null);
  // Who pressed Undo goes on where it was pressed from.
  useLayoutEffect(() => {
    const own = card.current;
    return () => {
      if (own?.contains(document.activeElement)) giveFocusBack(before.current);
    };
  }, [before]);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => onDone(toast.id), TOAST_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [isHeld, onDone, toast.id]);
  return (
    // Not a control: pointer and focus only stop the clock.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div
      ref={card}
      className={styles.toast}
      data-tone={toast.tone ?? 'success'}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <p>{toast.text}</p>
      {toast.action ? (
        <Button
          variant="quiet"
          onClick={() => {
            toast.action?.onPress();
            onDone(toast.id);
          }}
        >
          {toast.action.label}
        </Button>
      ) : null}
      <IconButton icon="close" label={dismissLabel} onClick={() => onDone(toast.id)} />
    </div>
  );
}
