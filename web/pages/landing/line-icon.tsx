import styles from './line-icon.module.css';

/** SVG paths on a 24-pixel grid; public pages do not load the icon library. */
const drawings = {
  fiber: 'M3 12h4l3-7 4 14 3-7h4',
  cloud: 'M7 18.5h10a4 4 0 0 0 .6-8A6 6 0 0 0 6 10.1a4.25 4.25 0 0 0 1 8.4z',
  phone:
    'M6.5 3.5h2.8l1.5 4.8-2 1.6a12.5 12.5 0 0 0 5.3 5.3l1.6-2 4.8 1.5v2.8a2 2 0 0 1-2 2A14 14 0 0 1 4.5 5.5a2 2 0 0 1 2-2z',
  shield: 'M12 3l7 2.8v5.4c0 4.6-2.9 7.9-7 9.8-4.1-1.9-7-5.2-7-9.8V5.8zM8.8 12l2.3 2.3 4.2-4.4',
  network:
    'M12 8.5v4m0 0-4.6 3.4M12 12.5l4.6 3.4M14.5 6a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0zM8 17.5a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0zM21 17.5a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0z',
  headset:
    'M4 14v-2a8 8 0 0 1 16 0v2M4 13h3v5H5.5A1.5 1.5 0 0 1 4 16.5zM20 13h-3v5h1.5a1.5 1.5 0 0 0 1.5-1.5zM18.5 18c0 2-1.5 3-3.5 3h-2',
  pin: 'M12 21s-6.5-5.6-6.5-11a6.5 6.5 0 0 1 13 0c0 5.4-6.5 11-6.5 11zM14.3 10a2.3 2.3 0 1 1-4.6 0 2.3 2.3 0 0 1 4.6 0z',
  mail: 'M3.5 6h17v12h-17zM3.5 7l8.5 6.200L20.5 7',
} as const;

export type Drawing = keyof typeof drawings;

export function LineIcon({ of }: { of: Drawing }) {
  return (
    <span className={styles.icon} aria-hidden="true">
      <svg width="26" height="26" viewBox="0 0 24 24" aria-hidden="true">
        <path d={drawings[of]} />
      </svg>
    </span>
  );
}
