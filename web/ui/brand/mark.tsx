import styles from './mark.module.css';

interface MarkProps {
  /** One to four letters. */
  text: string;
  size?: number;
}

/** Company logo: its letters above a wave. */
export function Mark({ text, size = 36 }: MarkProps) {
  const fontSize = { 1: 17, 2: 14, 3: 11, 4: 9 }[Math.min(4, Math.max(1, text.length))];
  return (
    <svg className={styles.mark} width={size} height={size} viewBox="0 0 36 36" aria-hidden="true">
      <rect width="36" height="36" rx="9" />
      <text x="18" y="19.5" textAnchor="middle" fontSize={fontSize}>
        {text}
      </text>
      <path d="M8 26.5c3.3 0 3.3-3 6.7-3s3.3 3 6.6 3 3.4-3 6.7-3" />
    </svg>
  );
}
