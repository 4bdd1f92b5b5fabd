/** A piece of news that is no error. */
export function InfoBox({ children }: { children: string | null }) {
  return (
    <div className="latchkey-info" role="status" data-part="info" data-state={children ? 'shown' : 'empty'}>
      {children}
    </div>
  );
}
