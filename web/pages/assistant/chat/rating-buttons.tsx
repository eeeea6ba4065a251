import { StarEmptyIcon, StarIcon } from '@blueprintjs/icons';
import type { ChatSession } from '@nimule/core/assistant/schema';
import { useId } from 'react';
import { useMutation } from '../../../client/use-mutation.ts';
import { counted } from '../../../ui/counted.ts';
import styles from './conversation.module.css';
import { shownFailure } from './failure.ts';

const STARS = [1, 2, 3, 4, 5] as const;

/** One to five stars, asked of the customer by the one who chats; the same star again takes the rating back. */
export function RatingButtons({ chat }: { chat: ChatSession }) {
  const labelId = useId();
  const { run, busy } = useMutation('rateChat', {
    failure: 'Failed to save the rating. Please try again.',
  });
  const { rating, sessionId } = chat;
  const rate = (stars: number) => {
    if (busy) return;
    run({
      params: { sessionId },
      body: { rating: stars === rating ? null : stars },
    }).catch(shownFailure);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in one line in all browsers
    <div className={styles.rating} role="group" aria-labelledby={labelId}>
      <span id={labelId} className="quiet">
        Ask the customer: how good was this help?
      </span>
      <span className={styles.stars}>
        {STARS.map((stars) => (
          <button
            key={stars}
            type="button"
            className={styles.star}
            aria-label={counted(stars, 'star')}
            aria-pressed={rating === stars}
            onClick={() => rate(stars)}
          >
            {rating !== null && stars <= rating ? <StarIcon /> : <StarEmptyIcon />}
          </button>
        ))}
      </span>
    </div>
  );
}
