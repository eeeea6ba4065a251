import { useLayoutEffect, useRef, useState } from 'react';
import { Actions, Button } from '../../light/controls.tsx';

interface EndSessionProps {
  question: string;
  /** Answers why the session did not end. */
  onEnd: () => Promise<string | undefined>;
}

/** Ends the session after one question. */
export function EndSession({ question, onEnd }: EndSessionProps) {
  const [isAsking, setAsking] = useState(false);
  const [isEnding, setEnding] = useState(false);
  const [problem, setProblem] = useState('');
  const end = useRef<HTMLButtonElement>(null);
  const keep = useRef<HTMLButtonElement>(null);
  const hasAsked = useRef(false);
  useLayoutEffect(() => {
    if (isAsking) keep.current?.focus();
    else if (hasAsked.current) end.current?.focus();
    hasAsked.current ||= isAsking;
  }, [isAsking]);
  const confirm = async () => {
    setEnding(true);
    setProblem('');
    const refusal = await onEnd();
    setEnding(false);
    if (refusal === undefined) return;
    setProblem(refusal);
    setAsking(false);
  };
  return (
    <>
      <p className="error" role="alert">
        {problem}
      </p>
      {isAsking ? (
        <div className="actions">
          {/* biome-ignore lint/a11y/useSemanticElements: a question, not fields of a form */}
          <div className="ask" role="group" aria-labelledby="ask-end">
            <p id="ask-end">{question}</p>
            <Actions>
              <Button look="danger" disabled={isEnding} onClick={() => void confirm()}>
                End Session
              </Button>
              <Button look="quiet" ref={keep} onClick={() => setAsking(false)}>
                Keep session
              </Button>
            </Actions>
          </div>
        </div>
      ) : (
        <Actions>
          <Button look="danger" ref={end} onClick={() => setAsking(true)}>
            End Session
          </Button>
        </Actions>
      )}
    </>
  );
}
