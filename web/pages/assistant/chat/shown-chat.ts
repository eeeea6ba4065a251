import { useSearchParams } from 'react-router-dom';

/** The chat that is open by the URL (`?tab=ai&chat=KEY`), with a function that opens another. */
export function useShownChat() {
  const [params, setParams] = useSearchParams();
  return {
    key: params.get('chat') || undefined,
    show: (sessionId: string) =>
      setParams((before) => {
        const next = new URLSearchParams(before);
        next.set('chat', sessionId);
        return next;
      }),
  };
}
